package share

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// Picks returns a page of the favourites that visitors marked, in the order of
// the share's photos and then of time, and how many there are. It needs
// photo.update.
func (s *Shares) Picks(ctx context.Context, actor vitrine.Actor, id int64, page vitrine.Page) ([]*vitrine.SharePick, int, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, 0, err
	}
	if _, err := s.DB.Share(ctx, id); err != nil {
		return nil, 0, err
	}
	return s.DB.SharePicks(ctx, id, page)
}

// PicksCSV returns all favourites as a table in CSV (RFC 4180) for spreadsheets:
// in UTF-8 with a byte order mark, without which Excel garbles all but ASCII. It
// needs photo.update.
func (s *Shares) PicksCSV(ctx context.Context, actor vitrine.Actor, id int64) ([]byte, error) {
	everything := vitrine.Page{Number: 1, Limit: vitrine.MaxSharePhotos * vitrine.MaxShareVisitors}
	picks, _, err := s.Picks(ctx, actor, id, everything)
	if err != nil {
		return nil, err
	}
	var table bytes.Buffer
	table.WriteString("\ufeff")
	w := csv.NewWriter(&table)
	w.UseCRLF = true
	_ = w.Write([]string{"file_name", "photo_id", "slug", "title", "picked_by", "picked_at"}) // Flush would fail, and memory does not
	for _, p := range picks {
		_ = w.Write([]string{
			harmless(p.Filename), strconv.FormatInt(p.PhotoID, 10), harmless(p.Slug), harmless(p.Title),
			harmless(PickedBy(p.Visitor)), p.PickedAt.Format(time.RFC3339),
		})
	}
	w.Flush()
	return table.Bytes(), w.Error()
}

// PickedBy tells who picked: the name they left, or a number that tells them from
// others.
func PickedBy(v vitrine.ShareVisitor) string {
	if v.Name != "" {
		return v.Name
	}
	return "Visitor " + strconv.FormatInt(v.ID, 10)
}

// harmless keeps a spreadsheet from taking what a stranger wrote for a formula.
func harmless(cell string) string {
	if strings.IndexAny(cell, "=+-@\t\r＝＋－＠") == 0 {
		return "'" + cell
	}
	return cell
}
