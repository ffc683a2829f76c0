package store

import (
	"context"
	"encoding/json"
	"fmt"
)

// AuditEntry says who did what. It is kept when the user or the object goes.
type AuditEntry struct {
	UserID     int64 // 0 for nobody
	IP         string
	RequestID  string
	Action     string // "user.update"
	ObjectType string
	ObjectID   string
	Detail     any // marshalled as JSON; nil for none
}

// Audit adds an entry to the audit log, in the transaction of what it tells of.
func (tx *Tx) Audit(ctx context.Context, e AuditEntry) error {
	detail := []byte("{}")
	if e.Detail != nil {
		var err error
		if detail, err = json.Marshal(e.Detail); err != nil {
			return fmt.Errorf("detail of audit entry %s: %w", e.Action, err)
		}
	}
	const query = `INSERT INTO audit_log (at, user_id, ip_address, request_id, action, object_type, object_id, detail)
		VALUES ($1, NULLIF(CAST($2 AS BIGINT), 0), $3, $4, $5, $6, $7, $8)`
	_, err := tx.exec(ctx, query, micros(tx.Now), e.UserID, e.IP, e.RequestID, e.Action, e.ObjectType,
		e.ObjectID, string(detail))
	return err
}
