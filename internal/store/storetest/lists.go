package storetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// testLists does anything to photos in any order, and compares every list,
// timeline and counter with what a look at all photos says.
func testLists(t *testing.T, open Open) {
	w := newWorld(newAlbum(t, open))
	rapid.Check(t, func(rt *rapid.T) {
		w.clear()
		rt.Repeat(map[string]func(*rapid.T){
			"insert":      w.insertAny,
			"change":      w.changeAny,
			"change many": w.changeMany,
			"trash":       w.trashAny,
			"restore":     w.restoreAny,
			"purge":       w.purgeAny,
			"complete":    w.completeAny,
			"fail":        w.failAny,
			"wait":        w.wait,
		})
		w.checkCounters(rt)
		w.checkTimeline(rt)
		for range 12 {
			f := w.drawFilter(rt)
			w.checkPage(rt, f)
			w.checkSearch(rt, f)
		}
	})
}

// world is a database beside a simple model of it.
type world struct {
	*album
	tree    map[int64]int64 // category → parent, 0 for a root
	hidden  map[int64]bool  // categories that the public does not see
	photos  map[int64]*model
	deleted map[int64]*model
}

// model is what a photo should be.
type model struct {
	vitrine.Photo
	categories []int64
	tags       []string
	used       map[string]time.Time // when it got each tag
	complete   bool                 // it has its pictures
	processing vitrine.UploadStatus // of its file, if it has one
}

// tag notes when the photo got its tags; those that it had before it keeps.
func (m *model) tag(before *model, now time.Time) {
	m.used = map[string]time.Time{}
	for _, name := range m.tags {
		m.used[name] = now
		if before != nil && slices.Contains(before.tags, name) {
			m.used[name] = before.used[name]
		}
	}
}

func (m *model) public() bool { return m.complete && m.Status == vitrine.PhotoPublished }

func newWorld(a *album) *world {
	w := &world{album: a, tree: map[int64]int64{}, hidden: map[int64]bool{}}
	travel := a.category("travel", 0, true)
	asia := a.category("asia", travel, true)
	japan := a.category("japan", asia, true)
	secret := a.category("secret", travel, false)
	below := a.category("below-secret", secret, true)
	people := a.category("people", 0, true)
	w.tree = map[int64]int64{travel: 0, asia: travel, japan: asia, secret: travel, below: secret, people: 0}
	w.hidden = map[int64]bool{secret: true, below: true}
	a.update(func(ctx context.Context, tx *store.Tx) error {
		inactive := vitrine.NewTag("Inactive")
		inactive.IsActive = false
		return tx.InsertTag(ctx, inactive, false)
	})
	return w
}

// clear begins again; nothing of the photos before may remain.
func (w *world) clear() {
	w.Helper()
	for id := range w.photos {
		w.trash(id)
	}
	for _, photos := range []map[int64]*model{w.photos, w.deleted} {
		for id := range photos {
			w.update(func(ctx context.Context, tx *store.Tx) error { return tx.PurgePhoto(ctx, id) })
		}
	}
	w.photos, w.deleted = map[int64]*model{}, map[int64]*model{}
}

// The words that photos are made of and looked for by. They are few, so that
// they meet.
func someTitles() []string {
	return []string{"IMG 9", "IMG 10", "Éclair", "eclair", "夜景", "zebra", "Zebra", "img 9"}
}
func someTags() []string   { return []string{"Red", "Green Hill", "blue", "Inactive"} }
func somePlaces() []string { return []string{"Tokyo", "Oslo"} }
func someQueries() []string {
	return []string{"green", "gre", "RED", "blue hill", "hill gre", "tokyo", "夜", "img", "10", "zebra", "tok"}
}

func (w *world) draw(rt *rapid.T) *model {
	m := &model{
		categories: rapid.SliceOfNDistinct(rapid.SampledFrom(slices.Sorted(maps.Keys(w.tree))), 0, 3, rapid.ID).Draw(rt, "categories"),
		tags:       rapid.SliceOfNDistinct(rapid.SampledFrom(someTags()), 0, 3, rapid.ID).Draw(rt, "tags"),
	}
	m.Title = rapid.SampledFrom(someTitles()).Draw(rt, "title")
	m.Status = rapid.SampledFrom(vitrine.PhotoStatuses()).Draw(rt, "status")
	m.Location = vitrine.Location{
		Name: new(rapid.SampledFrom(somePlaces()).Draw(rt, "place")), FromPicture: rapid.Bool().Draw(rt, "private"),
	}
	if rapid.IntRange(0, 3).Draw(rt, "dated") > 0 {
		taken := time.Date(2024, 11, 28, 22, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 400).Draw(rt, "hours")) * 5 * time.Hour)
		m.TakenAt = &taken
		m.TakenOffset = rapid.SampledFrom([]time.Duration{0, 9 * time.Hour, -8 * time.Hour}).Draw(rt, "offset")
	}
	return m
}

func (w *world) insertAny(rt *rapid.T) {
	m := w.draw(rt)
	if m.complete = rapid.Bool().Draw(rt, "complete"); m.complete {
		m.UploadID, m.processing = w.picture(), vitrine.UploadCompleted
	} else if rapid.Bool().Draw(rt, "file") {
		m.UploadID, m.processing = w.upload(), vitrine.UploadUploaded
	}
	m.tag(nil, stored(w.clock.Now()))
	m.Photo = *w.insert(&m.Photo, m.categories, m.tags...)
	w.photos[m.ID] = m
}

// any draws a photo, or passes over the action if there is none.
func anyOf(rt *rapid.T, photos map[int64]*model) *model {
	if len(photos) == 0 {
		rt.Skip()
	}
	return photos[rapid.SampledFrom(slices.Sorted(maps.Keys(photos))).Draw(rt, "photo")]
}

func (w *world) changeAny(rt *rapid.T) {
	id := anyOf(rt, w.photos).ID
	next := w.redraw(rt, id)
	w.update(func(ctx context.Context, tx *store.Tx) error {
		if err := writeModel(ctx, tx, id, next); err != nil {
			return err
		}
		return tx.RefreshPhoto(ctx, id)
	})
	w.photos[id] = next
}

func (w *world) completeAny(rt *rapid.T) {
	m := anyOf(rt, w.photos)
	if m.UploadID == "" {
		rt.Skip()
	}
	w.derive(m.UploadID, vitrine.PictureDetails{})
	m.complete, m.processing = true, vitrine.UploadCompleted
}

// failAny lets the work on a file fail; the pictures that it had stay.
func (w *world) failAny(rt *rapid.T) {
	m := anyOf(rt, w.photos)
	if m.UploadID == "" {
		rt.Skip()
	}
	w.update(func(ctx context.Context, tx *store.Tx) error {
		return tx.FailUpload(ctx, m.UploadID, vitrine.NewSteps(), "It cannot be read.")
	})
	m.processing = vitrine.UploadFailed
}

func (w *world) trashAny(rt *rapid.T) {
	m := anyOf(rt, w.photos)
	w.trash(m.ID)
	delete(w.photos, m.ID)
	w.deleted[m.ID] = m
}

func (w *world) restoreAny(rt *rapid.T) {
	m := anyOf(rt, w.deleted)
	w.update(func(ctx context.Context, tx *store.Tx) error {
		if err := tx.RestorePhoto(ctx, m.ID); err != nil {
			return err
		}
		return tx.RefreshPhoto(ctx, m.ID)
	})
	delete(w.deleted, m.ID)
	w.photos[m.ID] = m
}

func (w *world) purgeAny(rt *rapid.T) {
	m := anyOf(rt, w.deleted)
	w.update(func(ctx context.Context, tx *store.Tx) error { return tx.PurgePhoto(ctx, m.ID) })
	delete(w.deleted, m.ID)
}

// wait lets time pass: none, or into another minute, day or month.
func (w *world) wait(rt *rapid.T) {
	w.clock.Advance(rapid.SampledFrom([]time.Duration{time.Microsecond, 40 * time.Second, 7 * time.Hour, 9 * 24 * time.Hour}).Draw(rt, "pause"))
}

// seen returns the photos that an audience sees.
func (w *world) seen(audience vitrine.Audience) []*model {
	var seen []*model
	for _, m := range w.photos {
		if audience == vitrine.AudienceEditor || m.public() {
			seen = append(seen, m)
		}
	}
	return seen
}

func (w *world) isIn(m *model, category int64, below bool) bool {
	return slices.ContainsFunc(m.categories, func(id int64) bool {
		for ; id != 0; id = w.tree[id] {
			if id == category || !below {
				return id == category
			}
		}
		return false
	})
}

func countIf(photos []*model, condition func(*model) bool) int {
	n := 0
	for _, m := range photos {
		if condition(m) {
			n++
		}
	}
	return n
}

func (w *world) checkCounters(rt *rapid.T) {
	for _, audience := range []vitrine.Audience{vitrine.AudiencePublic, vitrine.AudienceEditor} {
		seen := w.seen(audience)
		categories, err := w.db.Categories(w.Context(), audience)
		if err != nil {
			rt.Fatal(err)
		}
		for _, c := range categories {
			got := [2]int{c.PhotoCount, c.DirectPhotoCount}
			want := [2]int{
				countIf(seen, func(m *model) bool { return w.isIn(m, c.ID, true) }),
				countIf(seen, func(m *model) bool { return w.isIn(m, c.ID, false) }),
			}
			if got != want {
				rt.Errorf("category %s has %v photos for audience %d, want %v", c.Slug, got, audience, want)
			}
		}
		w.checkTags(rt, audience, seen)
	}
}

func (w *world) checkTags(rt *rapid.T, audience vitrine.Audience, seen []*model) {
	tags, err := w.db.Tags(w.Context(), audience, w.clock.Now(), 100)
	if err != nil {
		rt.Fatal(err)
	}
	got, want := map[string]int{}, map[string]int{}
	usedLess := func(a, b *vitrine.Tag) int { return b.UsageCount - a.UsageCount }
	if !slices.IsSortedFunc(tags, usedLess) {
		rt.Errorf("audience %d is not given the most used tags first", audience)
	}
	for _, tag := range tags {
		if tag.UsageCount > 0 {
			got[tag.Name] = tag.UsageCount
		}
	}
	for _, m := range seen {
		for _, tag := range m.tags {
			if audience == vitrine.AudienceEditor || tag != "Inactive" {
				want[tag]++
			}
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		rt.Errorf("usage of tags for audience %d (-want +got):\n%s", audience, diff)
	}
}

// maybe draws the zero value half of the time.
func maybe[T any](rt *rapid.T, name string, values ...T) T {
	var zero T
	if rapid.Bool().Draw(rt, "with "+name) {
		return zero
	}
	return rapid.SampledFrom(values).Draw(rt, name)
}

func (w *world) drawFilter(rt *rapid.T) vitrine.PhotoFilter {
	f := vitrine.PhotoFilter{
		Audience:  vitrine.Audience(rapid.IntRange(0, 1).Draw(rt, "audience")),
		Page:      vitrine.Page{Number: rapid.IntRange(1, 4).Draw(rt, "page"), Limit: rapid.IntRange(1, 5).Draw(rt, "limit")},
		SortBy:    maybe(rt, "sort", vitrine.SortTakenAt, vitrine.SortTitle),
		SortOrder: maybe(rt, "order", vitrine.Ascending, vitrine.Descending),
		Status:    maybe(rt, "status", vitrine.PhotoStatuses()...),
	}
	if rapid.IntRange(0, 3).Draw(rt, "processing") == 0 {
		f.Processing = rapid.SampledFrom([][]vitrine.UploadStatus{
			{vitrine.UploadFailed}, {vitrine.UploadUploaded, vitrine.UploadProcessing}, {vitrine.UploadUploaded, vitrine.UploadFailed},
		}).Draw(rt, "stands")
	}
	if rapid.Bool().Draw(rt, "whole library") {
		return f
	}
	f.CategoryID = maybe(rt, "category", append(slices.Sorted(maps.Keys(w.tree)), 12345)...)
	f.Tag = maybe(rt, "tag", "RED", "green-hill", "Green Hill", "Blue", "inactive", "unknown")
	f.Year = maybe(rt, "year", 2024, 2025, 2026)
	f.Month = maybe(rt, "month", 1, 11, 12)
	f.Search = maybe(rt, "search", someQueries()...)
	return f
}

func (w *world) checkPage(rt *rapid.T, f vitrine.PhotoFilter) {
	matching := slices.DeleteFunc(w.seen(f.Audience), func(m *model) bool { return !w.matches(m, f) })
	slices.SortFunc(matching, compareBy(f))
	want := []int64{}
	for _, m := range matching[min(f.Page.Offset(), len(matching)):min(f.Page.Offset()+f.Page.Limit, len(matching))] {
		want = append(want, m.ID)
	}
	page, err := w.db.PhotoPage(w.Context(), f)
	if err != nil {
		rt.Fatalf("%+v: %v", f, err)
	}
	got := []int64{}
	for _, photo := range page.Photos {
		got = append(got, photo.ID)
	}
	if !slices.Equal(got, want) || page.Total != len(matching) {
		rt.Errorf("%+v\nlists %v of %d, want %v of %d", f, got, page.Total, want, len(matching))
	}
}

func (w *world) matches(m *model, f vitrine.PhotoFilter) bool {
	public := f.Audience == vitrine.AudiencePublic
	if f.Status != "" && m.Status != f.Status {
		return false
	}
	if f.Processing != nil && (public || !slices.Contains(f.Processing, m.processing)) {
		return false
	}
	if f.CategoryID != 0 && (!w.isIn(m, f.CategoryID, true) || public && w.hidden[f.CategoryID]) {
		return false
	}
	if f.Tag != "" && (!hasTag(m, f.Tag) || public && f.Tag == "inactive") {
		return false
	}
	local := m.LocalTakenAt()
	if (f.Year != 0 || f.Month != 0) && m.TakenAt == nil {
		return false
	}
	if f.Year != 0 && local.Year() != f.Year || f.Month != 0 && int(local.Month()) != f.Month {
		return false
	}
	return f.Search == "" || m.found(f.Search, public)
}

func hasTag(m *model, tag string) bool {
	return slices.ContainsFunc(m.tags, func(name string) bool {
		return strings.EqualFold(name, tag) || strings.EqualFold(strings.ReplaceAll(name, " ", "-"), tag)
	})
}

// found is the search of someQueries in someTitles, someTags and somePlaces,
// which have no stems to speak of.
func (m *model) found(query string, public bool) bool {
	texts := []string{m.Title}
	for _, tag := range m.tags {
		if tag != "Inactive" {
			texts = append(texts, tag)
		}
	}
	if !public || !m.Location.FromPicture {
		texts = append(texts, *m.Location.Name)
	}
	words := strings.Fields(strings.ToLower(strings.Join(texts, " ")))
	queried := strings.Fields(strings.ToLower(query))
	for i, q := range queried {
		matches := func(word string) bool { return word == q }
		if i == len(queried)-1 {
			matches = func(word string) bool { return strings.HasPrefix(word, q) }
		}
		if !slices.ContainsFunc(words, matches) {
			return false
		}
	}
	return true
}

// compareBy returns the order that a filter asks for.
func compareBy(f vitrine.PhotoFilter) func(a, b *model) int {
	collator := collate.New(language.Und, collate.Numeric)
	return func(a, b *model) int {
		order := cmp.Compare(a.ID, b.ID)
		switch f.SortBy {
		case vitrine.SortTitle:
			order = cmp.Or(collator.CompareString(a.Title, b.Title), order)
		case vitrine.SortTakenAt:
			if (a.TakenAt == nil) != (b.TakenAt == nil) {
				if a.TakenAt == nil {
					return 1
				}
				return -1
			}
			if a.TakenAt != nil {
				order = cmp.Or(a.TakenAt.Compare(*b.TakenAt), order)
			}
		default:
			order = cmp.Or(a.CreatedAt.Compare(b.CreatedAt), order)
		}
		if f.SortOrder != vitrine.Ascending {
			order = -order
		}
		return order
	}
}

// testDeepPages walks a library from end to end, page by page: the pages join
// without a gap, in the order that one reading gives.
func testDeepPages(t *testing.T, open Open) {
	a := newAlbum(t, open)
	for i := range 60 {
		a.clock.Advance([]time.Duration{0, time.Second, 50 * time.Minute, 31 * 24 * time.Hour}[i%4])
		p := &vitrine.Photo{Title: fmt.Sprintf("Photo %d", 60-i), Status: vitrine.PhotoDraft}
		if i%5 > 0 {
			taken := a.clock.Now().AddDate(0, -i%7, 0)
			p.TakenAt = &taken
		}
		a.insert(p, nil, "All")
	}
	for _, by := range []vitrine.PhotoSort{vitrine.SortCreatedAt, vitrine.SortTakenAt, vitrine.SortTitle} {
		for _, order := range []vitrine.SortOrder{vitrine.Ascending, vitrine.Descending} {
			for _, tag := range []string{"", "all"} {
				f := vitrine.PhotoFilter{Audience: vitrine.AudienceEditor, SortBy: by, SortOrder: order, Tag: tag}
				f.Page = vitrine.Page{Number: 1, Limit: 100}
				whole, _ := a.list(f)
				var joined []int64
				for number := 1; number <= 10; number++ {
					f.Page = vitrine.Page{Number: number, Limit: 7}
					ids, total := a.list(f)
					joined = append(joined, ids...)
					if total != 60 {
						t.Errorf("%+v: total %d", f, total)
					}
				}
				if !slices.Equal(whole, joined) || len(whole) != 60 {
					t.Errorf("by %s %s %q:\nat once %v\npaged   %v", by, order, tag, whole, joined)
				}
			}
		}
	}
}
