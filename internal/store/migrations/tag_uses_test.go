package migrations_test

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store/connection"
	"github.com/vitrine-photos/vitrine/internal/store/counters"
	"github.com/vitrine-photos/vitrine/internal/store/migrations"
	"github.com/vitrine-photos/vitrine/internal/testservers"
)

// TestTagUses counts the uses of tags in a database that was there before they
// were counted.
func TestTagUses(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		read, write, err := connection.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "vitrine.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = read.Close(), write.Close() })
		fillTagUses(t, write, migrations.SQLite)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		pool, err := connection.OpenPostgres(testservers.NewDatabase(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = pool.Close() })
		fillTagUses(t, pool, migrations.Postgres)
	})
}

func fillTagUses(t *testing.T, pool *sql.DB, engine migrations.Engine) {
	t.Helper()
	provider, err := migrations.Provider(pool, engine)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 120); err != nil {
		t.Fatal(err)
	}
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := pool.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	for id, tag := range []string{"sea", "fog", "unused"} {
		exec(`INSERT INTO tags (id, name, name_key, slug, color, tag_group, created_at, updated_at, trend_score)
			VALUES ($1, $2, $2, $2, '', 'subject', 0, 0, 7)`, id+1, tag)
	}
	now := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	for id, ago := range []time.Duration{0, time.Hour, 3 * 24 * time.Hour, 20 * 24 * time.Hour, 90 * 24 * time.Hour, 3 * 365 * 24 * time.Hour} {
		status := []string{"draft", "published"}[id%2]
		exec(`INSERT INTO photos (id, title, title_key, slug, status, visibility, formats_ready, created_at, updated_at)
			VALUES ($1, 'P', $2, $3, $4, 'public', TRUE, 0, 0)`, id+1, []byte{1}, string(rune('a'+id)), status)
		for tag := 1; tag <= 1+id%3/2; tag++ { // one in three has both
			exec("INSERT INTO photo_tags (photo_id, tag_id, position, created_at) VALUES ($1, $2, 1, $3)", id+1, tag, now.Add(-ago).UnixMicro())
			exec(`INSERT INTO feeds (kind, owner_id, photo_id, is_public, status, created_at, title_key, direct)
				VALUES (1, $1, $2, $3, $4, 0, $5, TRUE)`, tag, id+1, status == "published", status, []byte{1})
		}
	}
	if _, err := provider.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	wrong, err := counters.Check(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	// What other migrations filled was not made here.
	if wrong = slices.DeleteFunc(wrong, func(name string) bool { return !strings.HasSuffix(name, "of tags") && !strings.Contains(name, "uses") }); len(wrong) > 0 {
		t.Errorf("wrong: %q", wrong)
	}
}
