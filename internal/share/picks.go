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
// the share's photos and then of time, and how many there are; with gone also
// those of photos that have left the share since, at the end. It needs
// photo.update.
func (s *Shares) Picks(ctx context.Context, actor vitrine.Actor, id int64, gone bool, page vitrine.Page) ([]*vitrine.SharePick, int, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, 0, err
	}
	if _, err := s.DB.Share(ctx, id); err != nil {
		return nil, 0, err
	}
	return s.DB.SharePicks(ctx, id, gone, page)
}

// PhotosOf returns a page of the photos of a share, in their order, and how many
// there are; with picked only those that visitors marked, also if they have left
// the share since. It needs photo.update.
func (s *Shares) PhotosOf(ctx context.Context, actor vitrine.Actor, id int64, picked bool, page vitrine.Page) ([]*vitrine.Photo, int, error) {
	share, err := s.Share(ctx, actor, id)
	if err != nil {
		return nil, 0, err
	}
	ids := share.PhotoIDs
	if picked {
		if ids, err = s.DB.PickedPhotos(ctx, id); err != nil {
			return nil, 0, err
		}
	}
	from := min(page.Offset(), len(ids))
	photos, err := s.DB.PhotosByID(ctx, ids[from:min(from+page.Limit, len(ids))], actor.Audience())
	return photos, len(ids), err
}

// PicksCSV returns all favourites as a table in CSV (RFC 4180) for spreadsheets:
// in UTF-8 with a byte order mark, without which Excel garbles all but ASCII. It
// needs photo.update.
func (s *Shares) PicksCSV(ctx context.Context, actor vitrine.Actor, id int64) ([]byte, error) {
	everything := vitrine.Page{Number: 1, Limit: vitrine.MaxSharePhotos * vitrine.MaxShareVisitors}
	picks, _, err := s.Picks(ctx, actor, id, false, everything)
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
	if strings.IndexAny(cell, "=+-@\t\r\n＝＋－＠") == 0 {
		return "'" + cell
	}
	return cell
}
