package stats_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/stats"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// TestEveryNumber does anything to a library in any order, and compares every
// number with what a look at everything says.
func TestEveryNumber(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		l := newLibrary(t, open)
		rapid.Check(t, func(rt *rapid.T) {
			l.clear()
			rt.Repeat(map[string]func(*rapid.T){
				"upload": l.upload, "create": l.create, "change": l.change, "trash": l.trash, "restore": l.restore,
				"purge": l.purge, "sort": l.sort, "view": l.view, "like": l.like, "wait": l.wait, "sweep": l.sweep,
			})
			l.checkDashboard(rt)
			l.checkPhotos(rt)
			l.checkViews(rt)
			l.checkStorage(rt)
		})
	})
}

// all reads every photo outside of the trash.
func (l *library) all() []*vitrine.Photo {
	var photos []*vitrine.Photo
	for number := 1; ; number++ {
		page, err := l.db.PhotoPage(l.Context(), vitrine.PhotoFilter{
			Audience: vitrine.AudienceEditor, Page: vitrine.Page{Number: number, Limit: 100},
		})
		l.must(err)
		photos = append(photos, page.Photos...)
		if len(page.Photos) < 100 {
			return photos
		}
	}
}

// keysOf returns what a photo counts for in a group.
func keysOf(p *vitrine.Photo, group vitrine.PhotoGroup) (keys []string) {
	switch group {
	case vitrine.ByDay:
		return []string{p.CreatedAt.Format(time.DateOnly)}
	case vitrine.ByMonth:
		return []string{p.CreatedAt.Format("2006-01")}
	case vitrine.ByYear:
		return []string{p.CreatedAt.Format("2006")}
	case vitrine.ByCategory:
		for _, c := range p.Categories {
			keys = append(keys, c.Name)
		}
	case vitrine.ByTag:
		for _, tag := range p.Tags {
			keys = append(keys, tag.Name)
		}
	case vitrine.ByCamera:
		if p.EXIF.Camera != nil {
			keys = append(keys, *p.EXIF.Camera)
		}
	case vitrine.ByLens:
		if p.EXIF.Lens != nil {
			keys = append(keys, *p.EXIF.Lens)
		}
	}
	return keys
}

func count(photos []*vitrine.Photo, group vitrine.PhotoGroup, year int) map[string]int {
	counts := map[string]int{}
	for _, p := range photos {
		if year == 0 || p.CreatedAt.Year() == year {
			for _, key := range keysOf(p, group) {
				counts[key]++
			}
		}
	}
	return counts
}

func (l *library) same(rt *rapid.T, what string, want, got any) {
	l.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		rt.Errorf("%s (-recounted +told):\n%s", what, diff)
	}
}

func (l *library) checkPhotos(rt *rapid.T) {
	photos := l.all()
	for _, group := range []vitrine.PhotoGroup{
		vitrine.ByDay, vitrine.ByMonth, vitrine.ByYear, vitrine.ByCategory, vitrine.ByTag, vitrine.ByCamera, vitrine.ByLens,
	} {
		for _, year := range []int{0, l.Now().UTC().Year(), l.Now().UTC().Year() - 1} {
			counts, err := l.stats.Photos(l.Context(), admin, group, year)
			l.must(err)
			told := map[string]int{}
			for _, c := range counts.Items {
				if c.Count > 0 {
					told[c.Key] = c.Count
				}
			}
			if !slices.IsSortedFunc(counts.Items, orderOf(group)) {
				rt.Errorf("by %s the order is %v", group, counts.Items)
			}
			l.same(rt, fmt.Sprintf("photos by %s of %d", group, year), count(photos, group, year), told)
		}
	}
}

// orderOf is that of time, or by the most.
func orderOf(group vitrine.PhotoGroup) func(a, b stats.Group) int {
	return func(a, b stats.Group) int {
		switch group {
		case vitrine.ByDay, vitrine.ByMonth, vitrine.ByYear:
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	}
}

// days returns the counts of the last days, with those that have none.
func (l *library) days(n int, counts map[string]int) (points []stats.Point, sum int) {
	for i := range n {
		day := l.Now().UTC().AddDate(0, 0, i+1-n).Format(time.DateOnly)
		points = append(points, stats.Point{Date: day, Count: counts[day]})
		sum += counts[day]
	}
	return points, sum
}

func (l *library) checkViews(rt *rapid.T) {
	n := rapid.IntRange(1, 400).Draw(rt, "days")
	want, sum := l.days(n, l.views)
	byDay, err := l.stats.Views(l.Context(), admin, n, vitrine.ByDay)
	l.must(err)
	l.same(rt, "views by day", stats.Views{Period: fmt.Sprintf("%dd", n), GroupBy: vitrine.ByDay, Total: sum, Items: want}, byDay)
	var months []stats.Point
	for _, day := range want {
		if last := len(months) - 1; last >= 0 && months[last].Date == day.Date[:7] {
			months[last].Count += day.Count
		} else {
			months = append(months, stats.Point{Date: day.Date[:7], Count: day.Count})
		}
	}
	byMonth, err := l.stats.Views(l.Context(), admin, n, vitrine.ByMonth)
	l.must(err)
	l.same(rt, "views by month", months, byMonth.Items)
	l.same(rt, "all views", sum, byMonth.Total)
}

func (l *library) checkDashboard(rt *rapid.T) {
	n := rapid.IntRange(1, 90).Draw(rt, "period")
	d, err := l.stats.Dashboard(l.Context(), admin, n)
	l.must(err)
	photos := l.all()
	categories, err := l.db.Categories(l.Context(), vitrine.AudienceEditor)
	l.must(err)
	tags, err := l.db.Tags(l.Context(), vitrine.AudienceEditor, l.Now(), 500)
	l.must(err)
	want := stats.Summary{TotalPhotos: len(photos), TotalCategories: len(categories), TotalTags: len(tags), StorageLimit: capacity}
	for _, views := range l.views {
		want.TotalViews += int64(views)
	}
	storage, err := l.stats.Storage(l.Context(), admin)
	l.must(err)
	if files := storage.Used - storage.Kinds.Database; d.Summary.StorageUsed <= files {
		rt.Errorf("%d bytes are used, by files alone %d", d.Summary.StorageUsed, files)
	}
	want.StorageUsed = d.Summary.StorageUsed // PostgreSQL's own part of it moves by itself
	l.same(rt, "summary", want, d.Summary)
	uploads, sum := l.days(n, count(photos, vitrine.ByDay, 0))
	views, viewed := l.days(n, l.views)
	l.same(rt, "trends", stats.Trends{Uploads: uploads, Views: views}, d.Trends)
	likes := 0
	for day, n := range l.likes {
		if day >= uploads[0].Date {
			likes += n
		}
	}
	l.same(rt, "recent", stats.Recent{NewPhotos: sum, NewViews: viewed, NewLikes: likes, Period: fmt.Sprintf("%dd", n)}, d.Recent)
	l.same(rt, "system status", stats.SystemStatus{Queue: "degraded"}, d.SystemStatus)
	l.checkPopular(rt, d.Popular.Photos, photos)
	l.checkShares(rt, d.Popular.Categories)
	used := count(photos, vitrine.ByTag, 0)
	for _, tag := range d.Popular.Tags {
		l.same(rt, "photos with the tag "+tag.Name, used[tag.Name], tag.Count)
	}
	l.same(rt, "popular tags", min(5, len(used)), len(d.Popular.Tags))
}

func (l *library) checkPopular(rt *rapid.T, told []stats.PopularPhoto, photos []*vitrine.Photo) {
	popular := []stats.PopularPhoto{}
	for _, p := range photos {
		if p.Status == vitrine.PhotoPublished {
			popular = append(popular, stats.PopularPhoto{ID: p.ID, Title: p.Title, ViewCount: p.ViewCount, LikeCount: p.LikeCount})
		}
	}
	slices.SortFunc(popular, func(a, b stats.PopularPhoto) int {
		return cmp.Or(cmp.Compare(b.ViewCount, a.ViewCount), cmp.Compare(b.ID, a.ID))
	})
	l.same(rt, "popular photos", popular[:min(5, len(popular))], told)
}

func (l *library) checkShares(rt *rapid.T, shares []stats.Share) {
	sum, percent := 0, 0
	for _, s := range shares {
		sum, percent = sum+s.Count, percent+s.Percentage
	}
	for i, s := range shares {
		if off := float64(s.Percentage) - 100*float64(s.Count)/float64(sum); off <= -1 || off >= 1 || i > 0 && s.Percentage > shares[i-1].Percentage {
			rt.Errorf("%d of %d are %d percent, after %v", s.Count, sum, s.Percentage, shares[:i])
		}
	}
	if len(shares) > 0 && percent != 100 {
		rt.Errorf("the shares add up to %d: %v", percent, shares)
	}
}

func (l *library) checkStorage(rt *rapid.T) {
	s, err := l.stats.Storage(l.Context(), admin)
	l.must(err)
	files, err := l.db.CountStorageUse(l.Context())
	l.must(err)
	told, err := l.db.StorageUse(l.Context())
	l.must(err)
	l.same(rt, "stored files", files, told)
	l.same(rt, "originals", l.onDisk(), s.Kinds.Originals)
	l.same(rt, "capacity", int64(capacity), s.Limit)
	var bytes int64
	for _, t := range s.Types {
		bytes += t.Bytes
	}
	l.same(rt, "bytes of all types", s.Kinds.Originals+s.Kinds.Derivatives, bytes)
	l.same(rt, "storage used", s.Kinds.Originals+s.Kinds.Derivatives+s.Kinds.Database, s.Used)
}

// onDisk adds up the files of originals.
func (l *library) onDisk() (bytes int64) {
	err := filepath.WalkDir(filepath.Join(l.dir, "originals"), func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // there is no such folder before the first file
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	l.must(err)
	return bytes
}

func TestNeedsPermission(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	editor := vitrine.Actor{UserID: 1, Role: vitrine.RoleEditor}
	for name, ask := range map[string]func() error{
		"dashboard": func() error { _, err := l.stats.Dashboard(t.Context(), editor, 30); return err },
		"photos":    func() error { _, err := l.stats.Photos(t.Context(), editor, vitrine.ByDay, 0); return err },
		"views":     func() error { _, err := l.stats.Views(t.Context(), editor, 30, vitrine.ByDay); return err },
		"storage":   func() error { _, err := l.stats.Storage(t.Context(), editor); return err },
	} {
		if err := ask(); vitrine.ErrorCode(err) != vitrine.CodeForbidden {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
