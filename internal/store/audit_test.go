package store_test

import (
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// What is recorded stays until it is too old, whatever a program tries.
func TestAuditLogStays(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		clock := storetest.NewClock()
		db := open(t, clock.Now)
		update := func(fn func(tx *store.Tx) error) {
			t.Helper()
			if err := db.Update(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		update(func(tx *store.Tx) error { return tx.Audit(t.Context(), store.AuditEntry{Action: "old"}) })
		clock.Advance(48 * time.Hour)
		update(func(tx *store.Tx) error { return tx.Audit(t.Context(), store.AuditEntry{Action: "new"}) })
		refused := func(statement string) {
			t.Helper()
			if err := db.Exec(t.Context(), statement); err == nil {
				t.Errorf("%s: done", statement)
			}
		}
		refused("UPDATE audit_log SET action = 'x'")
		refused("DELETE FROM audit_log")
		refused("DELETE FROM audit_log WHERE action = 'old'")
		for _, want := range []int{1, 0} {
			update(func(tx *store.Tx) error {
				n, err := tx.PruneAudit(t.Context(), tx.Now.Add(-24*time.Hour), 10)
				if n != want {
					t.Errorf("%d entries were pruned, want %d", n, want)
				}
				return err
			})
		}
		refused("DELETE FROM audit_log")
		if db.Engine() == "postgres" {
			refused("TRUNCATE audit_log")
		}
		left, _, err := db.AuditLog(t.Context(), vitrine.AuditFilter{Page: vitrine.Page{Number: 1, Limit: 10}})
		if err != nil || len(left) != 1 || left[0].Action != "new" {
			t.Errorf("left are %d entries, %v", len(left), err)
		}
	})
}
