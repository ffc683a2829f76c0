package store_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

func engines(b *testing.B, bench func(b *testing.B, open storetest.Open)) {
	b.Run("sqlite", func(b *testing.B) { bench(b, storetest.SQLite) })
	b.Run("postgres", func(b *testing.B) { bench(b, storetest.Postgres) })
}

// BenchmarkSessionUser is the query that authenticates each request.
func BenchmarkSessionUser(b *testing.B) {
	engines(b, func(b *testing.B, open storetest.Open) {
		db := open(b, time.Now)
		err := db.Update(b.Context(), func(tx *store.Tx) error {
			user := vitrine.User{Username: "ansel", Email: "ansel@example.com", Role: vitrine.RoleAdmin, IsActive: true}
			if err := tx.InsertUser(b.Context(), &user); err != nil {
				return err
			}
			return tx.InsertSession(b.Context(), &vitrine.Session{ID: "s", UserID: user.ID, ExpiresAt: tx.Now.Add(time.Hour)})
		})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, _, err := db.SessionUser(b.Context(), "s"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkQueue claims and finishes one job. The cost must not grow with the
// jobs that wait.
func BenchmarkQueue(b *testing.B) {
	for _, waiting := range []int{100, 100_000} {
		b.Run(strconv.Itoa(waiting), func(b *testing.B) {
			engines(b, func(b *testing.B, open storetest.Open) { benchmarkQueue(b, open(b, time.Now), waiting) })
		})
	}
}

func benchmarkQueue(b *testing.B, db *store.DB, waiting int) {
	enqueue := func(tx *store.Tx) error {
		return tx.Enqueue(b.Context(), vitrine.NewJob{Kind: vitrine.JobDerive})
	}
	err := db.Update(b.Context(), func(tx *store.Tx) error {
		for range waiting {
			if err := enqueue(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		job, err := db.ClaimJob(b.Context(), []vitrine.JobKind{vitrine.JobDerive}, time.Minute)
		if err != nil {
			b.Fatal(err)
		}
		err = db.Update(b.Context(), func(tx *store.Tx) error {
			if _, err := tx.FinishJob(b.Context(), job); err != nil {
				return err
			}
			return enqueue(tx)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
