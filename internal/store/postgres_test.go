package store_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/testservers"

	"github.com/jackc/pgx/v5"
)

func openURL(t *testing.T, url string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: url, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Error(err)
		return nil
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestPostgresServersStartAtOnce(t *testing.T) {
	t.Parallel()
	url := testservers.NewDatabase(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if db := openURL(t, url); db != nil && db.Ping(t.Context()) != nil {
				t.Error("a server that started beside others has no database")
			}
		})
	}
	group.Wait()
}

func TestPostgresConnectionLost(t *testing.T) {
	t.Parallel()
	url := testservers.NewDatabase(t)
	db := openURL(t, url)
	ctx := t.Context()
	err := db.Update(ctx, func(tx *store.Tx) error {
		if _, err := tx.CountUsers(ctx); err != nil {
			return err
		}
		endConnections(ctx, t, url)
		return tx.TouchLogin(ctx, 1)
	})
	if code := vitrine.ErrorCode(err); code != vitrine.CodeUnavailable {
		t.Errorf("a transaction that lost its connection: %q, %v", code, err)
	}
	if _, err := db.CountUsers(ctx); err != nil {
		t.Errorf("the next query: %v", err)
	}
}

// endConnections ends every other connection to the database.
func endConnections(ctx context.Context, t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	const query = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`
	if _, err := conn.Exec(ctx, query); err != nil {
		t.Fatal(err)
	}
}

func TestPostgresUnreachable(t *testing.T) {
	t.Parallel()
	cfg := store.Config{URL: "postgres://nobody:secret@127.0.0.1:1/none", Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	if _, err := store.Open(t.Context(), cfg); err == nil {
		t.Error("opened a database that is not there")
	}
}

// A job that is added again while it waits is not run before that is committed:
// it would not see what it was added for.
func TestPostgresJobWaitsForWhoAddsIt(t *testing.T) {
	t.Parallel()
	url := testservers.NewDatabase(t)
	db, another := openURL(t, url), openURL(t, url)
	ctx := t.Context()
	add := func(tx *store.Tx) error {
		return tx.Enqueue(ctx, vitrine.NewJob{Kind: "test", Payload: 1, UniqueKey: "only one"})
	}
	claim := func() *vitrine.Job {
		t.Helper()
		job, err := db.ClaimJob(ctx, []vitrine.JobKind{"test"}, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return job
	}
	if err := db.Update(ctx, add); err != nil {
		t.Fatal(err)
	}
	err := db.Update(ctx, func(tx *store.Tx) error {
		if err := add(tx); err != nil {
			return err
		}
		if job := claim(); job != nil {
			t.Error("the job was taken before what it is to see was committed")
		}
		return another.Update(ctx, add) // nobody else who adds it waits
	})
	if err != nil {
		t.Fatal(err)
	}
	if claim() == nil {
		t.Error("the job cannot be taken")
	}
}
