package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
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

// EntryOf returns the entry of something that an actor did.
func EntryOf(actor vitrine.Actor, action, objectType string, objectID any) AuditEntry {
	return AuditEntry{
		UserID: actor.UserID, IP: actor.Address, RequestID: actor.RequestID,
		Action: action, ObjectType: objectType, ObjectID: fmt.Sprint(objectID),
	}
}

// With returns the entry with a detail.
func (e AuditEntry) With(detail any) AuditEntry {
	e.Detail = detail
	return e
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

// AuditLog returns a page of the audit log, the latest first, and how many
// records there are, of which no more than vitrine.MaxAuditDepth are counted: a
// page costs the same however long the log is.
func (r reader) AuditLog(ctx context.Context, filter vitrine.AuditFilter) (records []*vitrine.AuditRecord, total int, err error) {
	c := auditConditions(filter)
	counted := "SELECT COUNT(*) FROM (SELECT 1 FROM audit_log a" + c.Where() + fmt.Sprintf(" LIMIT %d) AS counted", vitrine.MaxAuditDepth)
	if total, err = rows.Value[int](ctx, r.src, counted, c.Args...); err != nil {
		return nil, 0, err
	}
	limit := min(filter.Page.Limit, vitrine.MaxAuditDepth-filter.Page.Offset())
	if limit <= 0 {
		return nil, total, nil
	}
	query := `SELECT a.id, a.at, COALESCE(a.user_id, 0), COALESCE(u.username, ''), a.ip_address, a.request_id,
		a.action, a.object_type, a.object_id, a.detail
		FROM audit_log a LEFT JOIN users u ON u.id = a.user_id` + c.Where() +
		" ORDER BY a.at DESC, a.id DESC LIMIT " + c.Arg(limit) + " OFFSET " + c.Arg(filter.Page.Offset())
	records, err = rows.All(ctx, r.src, scanAudit, query, c.Args...)
	return records, total, err
}

func auditConditions(filter vitrine.AuditFilter) sqltext.Conditions {
	var c sqltext.Conditions
	if filter.UserID != nil {
		c.Add("a.user_id = ?", *filter.UserID)
	}
	if filter.Action != "" {
		c.Add("a.action = ?", filter.Action)
	}
	if filter.ObjectType != "" {
		c.Add("a.object_type = ?", filter.ObjectType)
	}
	if filter.ObjectID != "" {
		c.Add("a.object_id = ?", filter.ObjectID)
	}
	if !filter.From.IsZero() {
		c.Add("a.at >= ?", micros(filter.From))
	}
	if !filter.Until.IsZero() {
		c.Add("a.at < ?", micros(filter.Until))
	}
	return c
}

func scanAudit(r rows.Row) (*vitrine.AuditRecord, error) {
	var a vitrine.AuditRecord
	var at int64
	var detail string
	err := r.Scan(&a.ID, &at, &a.UserID, &a.Username, &a.IPAddress, &a.RequestID, &a.Action, &a.ObjectType, &a.ObjectID, &detail)
	a.At, a.Detail = fromMicros(at), json.RawMessage(detail)
	return &a, err
}

// PruneAudit removes up to limit entries of the audit log that are older than a
// time, and returns how many. It is the one way in which entries go: the
// database refuses every other.
func (tx *Tx) PruneAudit(ctx context.Context, before time.Time, limit int) (int, error) {
	if _, err := tx.exec(ctx, "UPDATE audit_horizon SET before = $1 WHERE before < $1", micros(before)); err != nil {
		return 0, err
	}
	const query = "DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 ORDER BY at LIMIT $2)"
	n, err := tx.exec(ctx, query, micros(before), limit)
	return int(n), err
}
