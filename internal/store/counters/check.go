// Package counters compares what the database counts as it goes with the rows
// that are counted.
package counters

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store/trend"
)

// Schema is the first one that has all the counters.
const Schema = 130

// Family is the SQL expression for the family of a file, the first part of its
// key in the table blobs.
const Family = "CASE WHEN key LIKE 'originals/%' THEN 'originals' WHEN key LIKE 'chunks/%' THEN 'chunks' ELSE 'derived' END"

// check is a query of what was counted, and one of what there is. Both give the
// same rows, in any order.
type check struct{ name, counted, rows string }

func checks() []check {
	return []check{
		{
			"photos", "SELECT CAST(COALESCE(SUM(n_published + n_draft + n_archived), 0) AS BIGINT) FROM calendar WHERE axis = 0",
			"SELECT COUNT(*) FROM photos WHERE deleted_at IS NULL",
		},
		{
			"photos by tag and category", yearly("kind, owner_id", "owner_id <> 0"),
			"SELECT kind, owner_id, COUNT(*) FROM feeds WHERE direct GROUP BY 1, 2",
		},
		{
			"photos by camera", yearly("0, name", "kind = 3"),
			"SELECT 0, camera, COUNT(*) FROM photos WHERE deleted_at IS NULL AND camera <> '' GROUP BY 1, 2",
		},
		{
			"photos by lens", yearly("0, name", "kind = 4"),
			"SELECT 0, lens, COUNT(*) FROM photos WHERE deleted_at IS NULL AND lens <> '' GROUP BY 1, 2",
		},
		{
			"stored files", "SELECT family, mime_type, files, bytes FROM stored_files WHERE files <> 0",
			"SELECT " + Family + ", mime_type, COUNT(*), CAST(SUM(size) AS BIGINT) FROM blobs WHERE stored GROUP BY 1, 2",
		},
		{
			"uses of tags by day", "SELECT tag_id, days, number, uses, public_uses FROM tag_uses WHERE uses <> 0",
			fmt.Sprintf(`SELECT pt.tag_id, spans.days, pt.created_at / (spans.days * 86400000000), COUNT(*),
				CAST(SUM(CASE WHEN p.is_public THEN 1 ELSE 0 END) AS BIGINT)
				FROM (SELECT %d AS days UNION ALL SELECT %d) spans CROSS JOIN `+uses+" GROUP BY 1, 2, 3", trend.Day, trend.Long),
		},
		{
			"last uses of tags", "SELECT id, last_used_at, public_last_used_at FROM tags WHERE last_used_at IS NOT NULL",
			"SELECT pt.tag_id, MAX(pt.created_at), MAX(CASE WHEN p.is_public THEN pt.created_at END) FROM " + uses + " GROUP BY 1",
		},
	}
}

// uses are the tags that photos have.
const uses = "photo_tags pt JOIN photos p ON p.id = pt.photo_id WHERE p.deleted_at IS NULL"

// yearly adds up the years of some of the yearly counts.
func yearly(columns, which string) string {
	return "SELECT " + columns + ", CAST(SUM(photos) AS BIGINT) FROM yearly_photos WHERE " + which + " GROUP BY 1, 2 HAVING SUM(photos) <> 0"
}

// Check returns the names of the counters that are wrong. Each is compared in one
// statement, so writing may go on meanwhile.
func Check(ctx context.Context, pool *sql.DB) (wrong []string, err error) {
	for _, c := range checks() {
		var differences int
		query := "SELECT (SELECT COUNT(*) FROM (" + c.counted + " EXCEPT " + c.rows + ") d)" +
			" + (SELECT COUNT(*) FROM (" + c.rows + " EXCEPT " + c.counted + ") d)"
		if err := pool.QueryRowContext(ctx, query).Scan(&differences); err != nil {
			return nil, fmt.Errorf("the counters of %s cannot be checked: %w", c.name, err)
		}
		if differences > 0 {
			wrong = append(wrong, c.name)
		}
	}
	trends, err := trendsDiffer(ctx, pool)
	if err != nil {
		return nil, fmt.Errorf("the trends of tags cannot be checked: %w", err)
	}
	if trends {
		wrong = append(wrong, "trends of tags")
	}
	return wrong, nil
}

// trendsDiffer adds up the uses of each tag here, since SQLite knows no powers,
// and as of when the scores are. One statement reads both.
func trendsDiffer(ctx context.Context, pool *sql.DB) (differ bool, err error) {
	rows, err := pool.QueryContext(ctx, `
		SELECT t.id, t.trend_score, t.trend_at, t.public_trend_score, t.public_trend_at, u.created_at, COALESCE(u.is_public, FALSE)
		FROM tags t LEFT JOIN (SELECT pt.tag_id, pt.created_at, p.is_public FROM `+uses+`) u ON u.tag_id = t.id`)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	missing := map[int64]trend.Score{} // what the scores have less than the uses
	for rows.Next() {
		var tag, at, publicAt int64
		var used sql.NullInt64 // none if no photo has the tag
		var score trend.Score
		var public bool
		if err := rows.Scan(&tag, &score.All, &at, &score.Public, &publicAt, &used, &public); err != nil {
			return false, err
		}
		left, known := missing[tag]
		if !known {
			left = trend.Score{All: -score.All, Public: -score.Public}
		}
		if used.Valid {
			left.All += weight(used.Int64, at)
		}
		if public {
			left.Public += weight(used.Int64, publicAt)
		}
		missing[tag] = left
	}
	for _, left := range missing {
		differ = differ || math.Abs(left.All) > tolerance || math.Abs(left.Public) > tolerance
	}
	return differ, rows.Err()
}

// tolerance is what scores may differ by that were added up in another order, or
// by servers whose clocks are not quite the same.
const tolerance = 1e-3

// weight is what is left of a use at a moment; both are microseconds.
func weight(used, at int64) float64 {
	return trend.Decayed(1, time.Duration(at-used)*time.Microsecond)
}
