package identity

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// AuditLog returns a page of the audit log, the latest first, and how many
// records match, of which vitrine.MaxAuditDepth are counted and shown at most. It
// needs system.read.
func (i *Identity) AuditLog(ctx context.Context, actor vitrine.Actor, filter vitrine.AuditFilter) ([]*vitrine.AuditRecord, int, error) {
	if err := actor.Require(vitrine.SystemRead); err != nil {
		return nil, 0, err
	}
	var f vitrine.Faults
	filter.Page.Validate(&f)
	if err := f.Err(); err != nil {
		return nil, 0, err
	}
	return i.db.AuditLog(ctx, filter)
}

// auditBatch is how many entries of the audit log go in one transaction.
const auditBatch = 1000

func (i *Identity) pruneAudit(ctx context.Context) error {
	for i.auditRetention > 0 {
		var removed int
		err := i.db.Update(ctx, func(tx *store.Tx) (err error) {
			removed, err = tx.PruneAudit(ctx, tx.Now.Add(-i.auditRetention), auditBatch)
			return err
		})
		if err != nil || removed < auditBatch {
			return err
		}
	}
	return nil
}
