-- When the files of a backup were removed, of which there is the record alone.
ALTER TABLE backups ADD COLUMN removed_at BIGINT;
