-- Users are found by the names they show, too, whatever the case.
ALTER TABLE users ADD COLUMN display_name_key TEXT NOT NULL DEFAULT ''; -- case folded
UPDATE users SET display_name_key = LOWER(display_name);
