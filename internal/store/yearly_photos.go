package store

import (
	"context"
	"fmt"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
	"github.com/vitrine-photos/vitrine/internal/store/standing"
)

// refreshGear counts the cameras and lenses of photos that were before as they
// are now.
func (tx *Tx) refreshGear(ctx context.Context, ids []int64, before map[int64]*standing.Counted, now map[int64]*standing.Photo) error {
	changes := calendar.YearlyChanges{}
	for _, id := range ids {
		if was := before[id]; was != nil {
			was.AddGear(changes, -1)
		}
		if is := now[id]; is != nil {
			is.AddGear(changes, +1)
		}
	}
	return tx.addYearly(ctx, changes)
}

func (tx *Tx) addYearly(ctx context.Context, changes calendar.YearlyChanges) error {
	var values [][]any
	for _, y := range changes.Counts() {
		values = append(values, []any{y.Kind, y.Owner, y.Name, y.Year, changes[y]})
	}
	return execRows(ctx, tx, `
		INSERT INTO yearly_photos (kind, owner_id, name, year, photos) VALUES @rows
		ON CONFLICT (kind, owner_id, name, year) DO UPDATE SET photos = yearly_photos.photos + excluded.photos`, values)
}

// maxGroups bounds how many groups are listed.
const maxGroups = 500

// PhotosBy counts photos by what they have in common, all or those of one year
// of creation (UTC); 0 is all. What counts most comes first. Times are not for
// it but for PhotosByDay and PhotosByMonth.
func (r reader) PhotosBy(ctx context.Context, group vitrine.PhotoGroup, year int) ([]vitrine.GroupCount, error) {
	kind, known := map[vitrine.PhotoGroup]int{
		vitrine.ByTag: calendar.KindTag, vitrine.ByCategory: calendar.KindCategory,
		vitrine.ByCamera: calendar.KindCamera, vitrine.ByLens: calendar.KindLens,
	}[group]
	if !known {
		return nil, fmt.Errorf("photos are not counted by %q here", group)
	}
	from, name, photos := "yearly_photos y", "y.name", "y.photos"
	which := sqltext.Conditions{}
	if owners, count := ownersOf(kind); owners != "" && year == 0 { // they know it themselves
		from, name, photos = owners+" o", "o.name", "o."+count
	} else {
		which.Add("y.kind = ?", kind)
		if owners != "" {
			from, name = from+" JOIN "+owners+" o ON o.id = y.owner_id", "o.name"
		}
		if year != 0 {
			which.Add("y.year = ?", year)
		}
	}
	return rows.All(ctx, r.src, scanGroupCount, fmt.Sprintf(`
		SELECT %[1]s, CAST(SUM(%[2]s) AS BIGINT) FROM %[3]s%[4]s
		GROUP BY %[1]s HAVING SUM(%[2]s) > 0 ORDER BY 2 DESC, %[5]s LIMIT %[6]d`,
		name, photos, from, which.Where(), r.d.byteOrder(name), maxGroups), which.Args...)
}

// ownersOf returns the table of what yearly counts of a kind belong to, and its
// column with the count of all years; "" if they belong to a name.
func ownersOf(kind int) (table, count string) {
	switch kind {
	case calendar.KindTag:
		return "tags", "usage_count"
	case calendar.KindCategory:
		return "categories", "direct_photo_count"
	}
	return "", ""
}

func scanGroupCount(r rows.Row) (g vitrine.GroupCount, err error) {
	err = r.Scan(&g.Key, &g.Count)
	return g, err
}
