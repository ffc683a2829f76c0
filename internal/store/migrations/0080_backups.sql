-- The backups that this server has made. One runs at a time.
CREATE TABLE backups (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    status       TEXT   NOT NULL,
    directory    TEXT   NOT NULL, -- on the server
    name         TEXT   NOT NULL, -- in the directory
    started_at   BIGINT NOT NULL,
    finished_at  BIGINT,
    files        BIGINT NOT NULL DEFAULT 0, -- that it consists of
    size         BIGINT NOT NULL DEFAULT 0, -- their bytes
    copied_files BIGINT NOT NULL DEFAULT 0, -- that were not there before
    copied_size  BIGINT NOT NULL DEFAULT 0,
    error        TEXT   NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX backups_running ON backups (status) WHERE status = 'running';
