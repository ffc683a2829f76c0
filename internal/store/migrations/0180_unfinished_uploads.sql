-- The uploads that are in work or have failed, which are few: the photos to be
-- looked after are found without looking at the others.
CREATE INDEX uploads_unfinished ON uploads (status, id) WHERE status <> 'completed';
