// Package counters compares what the database counts as it goes with the rows
// that are counted.
package counters

import (
	"context"
	"database/sql"
	"fmt"
)

// Schema is the first one that has all the counters.
const Schema = 61

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
	}
}

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
	return wrong, nil
}
