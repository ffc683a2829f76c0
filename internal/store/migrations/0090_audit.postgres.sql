-- The audit log is read from its end, by who, what, and to which thing.
CREATE INDEX audit_log_by_time ON audit_log (at, id);
CREATE INDEX audit_log_by_user ON audit_log (user_id, at, id);
CREATE INDEX audit_log_by_action ON audit_log (action, at, id);
CREATE INDEX audit_log_by_object ON audit_log (object_type, object_id, at, id);

-- Nothing in it is changed, and nothing removed but what is older than this.
CREATE TABLE audit_horizon (before BIGINT NOT NULL);
INSERT INTO audit_horizon (before) VALUES (0);
CREATE FUNCTION audit_log_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE FUNCTION audit_log_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.at >= (SELECT before FROM audit_horizon) THEN
        RAISE EXCEPTION 'the audit log is append-only';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse();
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION audit_log_keep();
