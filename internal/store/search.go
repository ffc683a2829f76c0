package store

import (
	"context"
	"fmt"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/search"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// statement is SQL with its arguments.
type statement struct {
	query string
	args  []any
}

func (tx *Tx) execAll(ctx context.Context, statements []statement) error {
	for _, s := range statements {
		if _, err := tx.exec(ctx, s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}

func (sqlite) searchChange() (remove, put string) {
	return "DELETE FROM photo_search WHERE rowid IN (@ids)",
		"REPLACE INTO photo_search (rowid, title, tags, description, place, marks) VALUES @rows"
}

func (sqlite) searchRow(e search.Entry) []any { return e.Columns() }

func (sqlite) searchMatch(m search.Match) string { return m.FTS5() }

func (sqlite) searchFound() string {
	return "WITH found (id) AS (SELECT rowid FROM photo_search WHERE photo_search MATCH ?) "
}

func (d sqlite) searchPage(m search.Match, order vitrine.SortOrder, w window) statement {
	return statement{
		d.searchFound() + "SELECT id, (SELECT COUNT(*) FROM found) FROM found ORDER BY id " + direction(order) + " LIMIT ? OFFSET ?",
		[]any{d.searchMatch(m), w.limit, w.offset},
	}
}

func (sqlite) searchSweep() string { return "" }

func (postgres) searchChange() (remove, put string) {
	return "DELETE FROM photo_search WHERE photo_id IN (@ids)",
		"INSERT INTO photo_search (photo_id, terms) VALUES @rows ON CONFLICT (photo_id) DO UPDATE SET terms = excluded.terms"
}

func (postgres) searchRow(e search.Entry) []any { return []any{e.Vector()} }

func (postgres) searchMatch(m search.Match) string { return m.TSQuery() }

// searchFound has the index asked first: left free, the engine may rather walk
// the photos in the order of the page, and does not know how long it must.
func (postgres) searchFound() string {
	return "WITH found (id) AS MATERIALIZED (SELECT photo_id FROM photo_search WHERE terms @@ CAST(? AS text)::tsquery) "
}

// searchPage takes the bits of a block from search_blocks, those of a clause
// together. It looks only at the single bits of the blocks that are on the page.
func (postgres) searchPage(m search.Match, order vitrine.SortOrder, w window) statement {
	clause, first, last := m.Ranges()
	page := fmt.Sprintf(`WITH clauses AS (
			SELECT clause, block, bit_or(photos) AS photos
			FROM unnest($1::BIGINT[], $2::TEXT[], $3::TEXT[]) AS asked (clause, first, last)
			JOIN search_blocks ON term BETWEEN first AND last GROUP BY 1, 2
		), found AS (
			SELECT block, bit_and(photos) AS photos FROM clauses GROUP BY 1 HAVING COUNT(*) = $4
		), counted AS MATERIALIZED (
			SELECT block, photos, SUM(bit_count(photos)) OVER (ORDER BY block %[1]s) AS upto, bit_count(photos) AS n FROM found
		), shown AS (
			SELECT block, photos, upto - n AS before FROM counted WHERE n > 0 AND upto > $6 AND upto - n < $5 + $6
		)
		SELECT block * 1024 + place, (SELECT SUM(n)::BIGINT FROM counted)
		FROM shown, generate_series(0, 1023) AS place WHERE get_bit(photos, place) = 1
		ORDER BY 1 %[1]s LIMIT $5 OFFSET $6 - (SELECT MIN(before) FROM shown)`, direction(order))
	return statement{page, []any{clause, first, last, len(m), int64(w.limit), int64(w.offset)}}
}

// searchSweep is a statement of its own: a trigger that removed sets as they
// become empty would get in the way of those who write the same words meanwhile.
func (postgres) searchSweep() string {
	return "DELETE FROM search_blocks WHERE photos = 0::BIT(1024)"
}

// SweepSearch removes words that no photo has any more from the search index.
func (db *DB) SweepSearch(ctx context.Context) error {
	sweep := db.d.searchSweep()
	if sweep == "" {
		return nil
	}
	_, err := db.exec(ctx, sweep)
	return err
}

// search returns the condition on photos p that they match the words of a query,
// with "?" for its arguments.
func (r reader) search(text string, hidden bool) (condition string, args []any) {
	query := search.ParseQuery(text)
	if len(query) == 0 {
		return "FALSE", nil // nothing that could be found
	}
	return "p.id IN (" + r.d.searchFound() + "SELECT id FROM found)", []any{r.d.searchMatch(query.Ask(hidden))}
}

// staleBatch is how many photos are indexed in one transaction.
const staleBatch = 200

// indexStale puts those photos into the search index that a migration, or what
// was restored, left out of it.
func (db *DB) indexStale(ctx context.Context) error {
	for done := 0; ; {
		ids, err := rows.Values[int64](ctx, db.src,
			"SELECT photo_id FROM photo_counted WHERE search_digest = 0 ORDER BY photo_id LIMIT $1", staleBatch)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return nil
		}
		if err := db.Update(ctx, func(tx *Tx) error { return tx.RefreshPhotos(ctx, ids) }); err != nil {
			return fmt.Errorf("index the photos for the search: %w", err)
		}
		done += len(ids)
		db.log.Info("photos indexed for the search", "photos", done)
	}
}
