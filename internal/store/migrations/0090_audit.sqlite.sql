-- The audit log is read from its end, by who, what, and to which thing.
CREATE INDEX audit_log_by_time ON audit_log (at, id);
CREATE INDEX audit_log_by_user ON audit_log (user_id, at, id);
CREATE INDEX audit_log_by_action ON audit_log (action, at, id);
CREATE INDEX audit_log_by_object ON audit_log (object_type, object_id, at, id);

-- Nothing in it is changed, and nothing removed but what is older than this.
CREATE TABLE audit_horizon (before BIGINT NOT NULL);
INSERT INTO audit_horizon (before) VALUES (0);
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN
    SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
WHEN OLD.at >= (SELECT before FROM audit_horizon) BEGIN
    SELECT RAISE(ABORT, 'the audit log is append-only');
END;
