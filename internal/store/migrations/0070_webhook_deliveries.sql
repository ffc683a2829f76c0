ALTER TABLE webhooks ADD COLUMN failing_since BIGINT;

-- What receivers tell messages apart by.
ALTER TABLE events ADD COLUMN key TEXT NOT NULL DEFAULT '';

-- An event on its way to a webhook, written with the event.
CREATE TABLE deliveries (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id      BIGINT  NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id        BIGINT  NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    status          TEXT    NOT NULL,
    by_hand         BOOLEAN NOT NULL DEFAULT FALSE,
    attempts        BIGINT  NOT NULL DEFAULT 0,
    failures        BIGINT  NOT NULL DEFAULT 0,
    next_attempt_at BIGINT, -- until it is delivered or dead
    response_status BIGINT,
    duration        BIGINT  NOT NULL DEFAULT 0, -- of the last attempt, microseconds
    error           TEXT    NOT NULL DEFAULT '',
    request_body    TEXT    NOT NULL DEFAULT '', -- its beginning
    response_body   TEXT    NOT NULL DEFAULT '',
    created_at      BIGINT  NOT NULL
);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_by_event ON deliveries (event_id);
-- In the order in which they are sent.
CREATE INDEX deliveries_open ON deliveries (webhook_id, by_hand DESC, id) WHERE next_attempt_at IS NOT NULL;
