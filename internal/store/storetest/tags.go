package storetest

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// tagNamed returns a tag as an editor sees it.
func (a *album) tagNamed(name string) *vitrine.Tag {
	a.Helper()
	tags, err := a.db.Tags(a.Context(), vitrine.AudienceEditor, a.clock.Now(), 100)
	if err != nil {
		a.Fatal(err)
	}
	i := slices.IndexFunc(tags, func(t *vitrine.Tag) bool { return t.Name == name })
	if i < 0 {
		a.Fatalf("there is no tag %q", name)
	}
	return tags[i]
}

func (a *album) changeTag(name string, change func(*vitrine.Tag)) error {
	id := a.tagNamed(name).ID
	return a.try(func(ctx context.Context, tx *store.Tx) error {
		tag, err := tx.Tag(ctx, id, vitrine.AudienceEditor, tx.Now)
		if err != nil {
			return err
		}
		change(tag)
		return tx.UpdateTag(ctx, tag)
	})
}

func testChangeTag(t *testing.T, open Open) {
	a := newAlbum(t, open)
	p := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil, "Fog", "Sea")
	both := a.insert(&vitrine.Photo{Title: "Q", Status: vitrine.PhotoDraft}, nil, "Sea", "Mist")
	found := func(query string, want int) {
		t.Helper()
		page := vitrine.Page{Number: 1, Limit: 10}
		if _, total := a.list(vitrine.PhotoFilter{Page: page, Search: query}); total != want {
			t.Errorf("searching %q finds %d, want %d", query, total, want)
		}
	}
	wantCode(t, a.changeTag("Fog", func(t *vitrine.Tag) { t.Name = "SEA" }), vitrine.CodeConflict, "name_taken")
	wantCode(t, a.changeTag("Fog", func(t *vitrine.Tag) { t.Slug = "sea" }), vitrine.CodeConflict, "slug_taken")
	if err := a.changeTag("Fog", func(t *vitrine.Tag) { t.Name = "Haze" }); err != nil {
		t.Fatal(err)
	}
	found("fog", 0)
	found("haze", 1)
	if renamed := a.photo(p.ID); renamed.Tags[0].Name != "Haze" || renamed.Version != p.Version+1 {
		t.Errorf("the photo has %+v at version %d", renamed.Tags, renamed.Version)
	}
	if err := a.changeTag("Haze", func(t *vitrine.Tag) { t.IsActive = false }); err != nil {
		t.Fatal(err)
	}
	found("haze", 0)

	from, into := a.tagNamed("Sea"), a.tagNamed("Mist")
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.MergeTag(ctx, from.ID, into.ID) })
	found("sea", 0)
	found("mist", 1)
	if merged := a.tagNamed("Mist"); merged.UsageCount != 2 || math.Abs(merged.TrendScore-2) > 1e-6 || merged.Version != into.Version+1 {
		t.Errorf("merged: %+v", merged)
	}
	if tags := a.photo(both.ID).Tags; len(tags) != 1 || tags[0].Name != "Mist" {
		t.Errorf("the photo that had both has %+v", tags)
	}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteTag(ctx, into.ID) })
	found("mist", 0)
	if tags := a.photo(both.ID).Tags; len(tags) != 0 {
		t.Errorf("the photo still has %+v", tags)
	}
	wantCode(t, a.try(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteTag(ctx, into.ID) }), vitrine.CodeNotFound, "")
}

// testTagMachine renames, hides, merges and deletes tags while photos come and
// go, and compares usage, lists and search with a plain model.
func testTagMachine(t *testing.T, open Open) {
	w := newWorld(newAlbum(t, open))
	rapid.Check(t, func(rt *rapid.T) {
		w.clear()
		w.clearTags()
		rt.Repeat(map[string]func(*rapid.T){
			"insert":  w.insertAny,
			"change":  w.changeAny,
			"trash":   w.trashAny,
			"restore": w.restoreAny,
			"rename":  w.renameTag,
			"merge":   w.mergeTags,
			"delete":  w.deleteTag,
			"wait":    w.wait,
			"many":    w.changeMany,
		})
		w.checkCounters(rt)
		w.checkTrends(rt)
		for range 6 {
			f := w.drawFilter(rt)
			f.Tag = maybe(rt, "tag", "Red", "Green Hill", "blue", "inactive")
			if !w.hasTagNamed(f.Tag) {
				f.Tag = "" // what it leads to is told by testFormerSlugsOfTags
			}
			w.checkPage(rt, f)
		}
	})
}

func (w *world) hasTagNamed(name string) bool {
	w.Helper()
	tags, err := w.db.Tags(w.Context(), vitrine.AudienceEditor, w.clock.Now(), 100)
	if err != nil {
		w.Fatal(err)
	}
	return slices.ContainsFunc(tags, func(t *vitrine.Tag) bool { return strings.EqualFold(t.Name, name) })
}

// clearTags removes all tags but the inactive one.
func (w *world) clearTags() {
	w.Helper()
	tags, err := w.db.Tags(w.Context(), vitrine.AudienceEditor, w.clock.Now(), 100)
	if err != nil {
		w.Fatal(err)
	}
	for _, tag := range tags {
		if tag.IsActive {
			w.update(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteTag(ctx, tag.ID) })
		}
	}
}

// activeTag draws a tag that is there and not the inactive one.
func (w *world) activeTag(rt *rapid.T, label string) string {
	var names []string
	for _, m := range []map[int64]*model{w.photos, w.deleted} {
		for photo := range maps.Values(m) {
			names = append(names, photo.tags...)
		}
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "Inactive" })
	if len(names) == 0 {
		rt.Skip()
	}
	return rapid.SampledFrom(names).Draw(rt, label)
}

// replaceTag changes a name on all photos of the model; "" takes it off.
func (w *world) replaceTag(name, other string) {
	for _, photos := range []map[int64]*model{w.photos, w.deleted} {
		for _, m := range photos {
			if i := slices.Index(m.tags, name); i >= 0 && other != "" && !slices.Contains(m.tags, other) {
				m.tags[i], m.used[other] = other, m.used[name]
			} else if i >= 0 {
				m.tags = slices.Delete(m.tags, i, i+1)
			}
		}
	}
}

// checkTrends adds up the uses of each tag again, and compares its trend, its last
// use, and the lists of trending tags.
func (w *world) checkTrends(rt *rapid.T) {
	now := stored(w.clock.Now())
	days := rapid.SampledFrom([]int{1, 9, 40, 3650}).Draw(rt, "days")
	first := now.AddDate(0, 0, -days).Truncate(24 * time.Hour)
	for _, audience := range []vitrine.Audience{vitrine.AudiencePublic, vitrine.AudienceEditor} {
		trends, last, lately := map[string]float64{}, map[string]time.Time{}, map[string]int{}
		for _, m := range w.seen(audience) {
			for _, tag := range m.tags {
				at := m.used[tag]
				trends[tag] += math.Exp2(-float64(now.Sub(at)) / float64(7*24*time.Hour))
				if at.After(last[tag]) {
					last[tag] = at
				}
				if !at.Before(first) && (tag != "Inactive" || audience == vitrine.AudienceEditor) {
					lately[tag]++
				}
			}
		}
		tags, err := w.db.Tags(w.Context(), audience, now, 100)
		if err != nil {
			rt.Fatal(err)
		}
		for _, tag := range tags {
			if math.Abs(tag.TrendScore-trends[tag.Name]) > 1e-9 || (tag.LastUsedAt == nil) != last[tag.Name].IsZero() ||
				tag.LastUsedAt != nil && !tag.LastUsedAt.Equal(last[tag.Name]) {
				rt.Errorf("%s has the trend %v and was used at %v for audience %d, want %v and %v",
					tag.Name, tag.TrendScore, tag.LastUsedAt, audience, trends[tag.Name], last[tag.Name])
			}
		}
		w.checkTrending(rt, audience, now.AddDate(0, 0, -days), lately)
	}
}

func (w *world) checkTrending(rt *rapid.T, audience vitrine.Audience, since time.Time, want map[string]int) {
	trending, err := w.db.TrendingTags(w.Context(), audience, since, stored(w.clock.Now()), 100)
	if err != nil {
		rt.Fatal(err)
	}
	got := map[string]int{}
	for i, tag := range trending {
		got[tag.Name] = tag.PeriodUsage
		if i > 0 && tag.TrendScore > trending[i-1].TrendScore {
			rt.Errorf("%s trends less than %s, which comes after it", trending[i-1].Name, tag.Name)
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		rt.Errorf("uses since %v for audience %d (-want +got):\n%s", since, audience, diff)
	}
}

// renameTag gives a tag another name, unless another tag has it.
func (w *world) renameTag(rt *rapid.T) {
	name, next := w.activeTag(rt, "tag"), rapid.SampledFrom(someTags()).Draw(rt, "name")
	if name == next {
		rt.Skip()
	}
	err := w.changeTag(name, func(t *vitrine.Tag) { t.Name, t.Slug = next, vitrine.MakeSlug(next, "tag") })
	if err == nil {
		w.replaceTag(name, next)
	} else if vitrine.ErrorCode(err) != vitrine.CodeConflict {
		rt.Fatal(err)
	}
}

func (w *world) mergeTags(rt *rapid.T) {
	from, into := w.activeTag(rt, "from"), w.activeTag(rt, "into")
	if from == into {
		rt.Skip()
	}
	w.update(func(ctx context.Context, tx *store.Tx) error {
		return tx.MergeTag(ctx, w.tagNamed(from).ID, w.tagNamed(into).ID)
	})
	w.replaceTag(from, into)
}

func (w *world) deleteTag(rt *rapid.T) {
	name := w.activeTag(rt, "tag")
	id := w.tagNamed(name).ID
	w.update(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteTag(ctx, id) })
	w.replaceTag(name, "")
}

func testTagPages(t *testing.T, open Open) {
	a := newAlbum(t, open)
	a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil, "beta", "Zoo")
	a.clock.Advance(time.Hour)
	a.insert(&vitrine.Photo{Title: "Q", Status: vitrine.PhotoDraft}, nil, "Zoo", "alpha", "alpha-two")
	if err := a.changeTag("beta", func(t *vitrine.Tag) { t.Group = vitrine.TagStyle }); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		filter vitrine.TagFilter
		want   string
		total  int
	}{
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor}, "Zoo beta alpha alpha-two", 4},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, SortOrder: vitrine.Ascending}, "beta alpha alpha-two Zoo", 4},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, SortBy: vitrine.TagsByName, SortOrder: vitrine.Ascending}, "alpha alpha-two beta Zoo", 4},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, SortBy: vitrine.TagsByAge}, "alpha alpha-two beta Zoo", 4},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, SortBy: vitrine.TagsByTrend}, "Zoo alpha alpha-two beta", 4},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, SortBy: vitrine.TagsByTrend, Page: vitrine.Page{Number: 2, Limit: 3}}, "beta", 4},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, Page: vitrine.Page{Number: 2, Limit: 3}}, "alpha-two", 4},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, Group: vitrine.TagStyle}, "beta", 1},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, Search: "ALPHA"}, "alpha alpha-two", 2},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, Search: "A", Page: vitrine.Page{Number: 2, Limit: 2}}, "alpha-two", 3},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, Search: "a", SortBy: vitrine.TagsByTrend}, "alpha alpha-two beta", 3},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, Search: "a", Group: vitrine.TagStyle}, "beta", 1},
		{vitrine.TagFilter{Audience: vitrine.AudienceEditor, Search: "%"}, "", 0},
		{vitrine.TagFilter{Search: "alpha"}, "", 0},
		{vitrine.TagFilter{}, "beta Zoo", 2},
		{vitrine.TagFilter{Group: vitrine.TagSubject}, "Zoo", 1},
	} {
		if tt.filter.Page.Limit == 0 {
			tt.filter.Page = vitrine.Page{Number: 1, Limit: 10}
		}
		page, err := a.db.TagPage(t.Context(), tt.filter, a.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tag := range page.Tags {
			names = append(names, tag.Name)
		}
		if got := strings.Join(names, " "); got != tt.want || page.Total != tt.total || page.Groups[vitrine.TagStyle] != 1 {
			t.Errorf("%+v: %s of %d, %v, want %s of %d", tt.filter, got, page.Total, page.Groups, tt.want, tt.total)
		}
	}
}

func testSuggestTags(t *testing.T, open Open) {
	a := newAlbum(t, open)
	a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil,
		"Sunset", "Sun", "Midsummer sun", "100% wool", "夜景", "Sunflower")
	a.insert(&vitrine.Photo{Title: "Q", Status: vitrine.PhotoDraft}, nil, "Sunrise", "Sunflower")
	for _, tt := range []struct {
		text     string
		audience vitrine.Audience
		want     []string
	}{
		{"SUN", vitrine.AudienceEditor, []string{"Sun 1.00", "Sunset 0.85", "Sunrise 0.83", "Sunflower 0.80", "Midsummer sun 0.47"}},
		{"sun", vitrine.AudiencePublic, []string{"Sun 1.00", "Sunset 0.85", "Sunflower 0.80", "Midsummer sun 0.47"}},
		{"sunste", vitrine.AudiencePublic, []string{"Sunset 0.27"}},
		{"夜", vitrine.AudiencePublic, []string{"夜景 0.85"}},
		{"0%", vitrine.AudiencePublic, []string{"100% wool 0.47"}},
		{"_", vitrine.AudiencePublic, nil},
		{" ", vitrine.AudiencePublic, nil},
	} {
		suggested, err := a.db.SuggestTags(t.Context(), tt.text, tt.audience, a.clock.Now(), 5)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range suggested {
			got = append(got, fmt.Sprintf("%s %.2f", s.Name, s.Score))
		}
		if diff := gocmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

func testTrendingTags(t *testing.T, open Open) {
	a := newAlbum(t, open)
	use := func(status vitrine.PhotoStatus, tags ...string) {
		p := &vitrine.Photo{Title: "P", Status: status}
		if status == vitrine.PhotoPublished {
			p.UploadID = a.picture()
		}
		a.insert(p, nil, tags...)
	}
	for range 3 {
		use(vitrine.PhotoPublished, "old")
	}
	a.clock.Advance(30 * 24 * time.Hour)
	use(vitrine.PhotoPublished, "fresh")
	use(vitrine.PhotoPublished, "fresh")
	use(vitrine.PhotoDraft, "fresh", "secret", "old")
	for _, tt := range []struct {
		audience vitrine.Audience
		days     int
		limit    int
		want     string
	}{
		{vitrine.AudienceEditor, 7, 10, "fresh 3, old 1, secret 1"},
		{vitrine.AudienceEditor, 7, 1, "fresh 3"},
		{vitrine.AudiencePublic, 7, 10, "fresh 2"},
		{vitrine.AudiencePublic, 31, 10, "fresh 2, old 3"},
	} {
		now := a.clock.Now()
		tags, err := a.db.TrendingTags(t.Context(), tt.audience, now.AddDate(0, 0, -tt.days), now, tt.limit)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tag := range tags {
			got = append(got, fmt.Sprint(tag.Name, " ", tag.PeriodUsage))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%d days for audience %d: %v, want %s", tt.days, tt.audience, got, tt.want)
		}
	}
}

// testHiddenUses: what the public sees of the use of a tag does not move with
// photos that it does not see.
func testHiddenUses(t *testing.T, open Open) {
	a := newAlbum(t, open)
	seen := func() string {
		t.Helper()
		tags, err := a.db.Tags(t.Context(), vitrine.AudiencePublic, a.clock.Now(), 10)
		if err != nil || len(tags) != 1 {
			t.Fatalf("the public sees %d tags, %v", len(tags), err)
		}
		return fmt.Sprintf("%d %.3f %s", tags[0].UsageCount, tags[0].TrendScore, tags[0].LastUsedAt.Format(time.DateOnly))
	}
	want := func(what, want string) {
		t.Helper()
		if got := seen(); got != want {
			t.Errorf("%s: the public sees %s, want %s", what, got, want)
		}
	}
	a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil, "Fog")
	want("one photo", "1 1.000 2026-05-31")
	a.clock.Advance(7 * 24 * time.Hour)
	draft := a.insert(&vitrine.Photo{Title: "Q", Status: vitrine.PhotoDraft, UploadID: a.picture()}, nil, "Fog")
	want("a draft", "1 0.500 2026-05-31")
	now := a.clock.Now()
	if tags, err := a.db.TrendingTags(t.Context(), vitrine.AudiencePublic, now.AddDate(0, 0, -2), now, 10); err != nil || len(tags) != 0 {
		t.Errorf("a draft is trending: %d tags, %v", len(tags), err)
	}
	a.clock.Advance(7 * 24 * time.Hour)
	draft.Status = vitrine.PhotoPublished
	a.save(draft)
	want("published", "2 0.750 2026-06-07")
	a.clock.Advance(7 * 24 * time.Hour)
	mist := a.insert(&vitrine.Photo{Title: "R", Status: vitrine.PhotoDraft}, nil, "Mist")
	a.update(func(ctx context.Context, tx *store.Tx) error {
		return tx.MergeTag(ctx, mist.Tags[0].ID, draft.Tags[0].ID)
	})
	want("merged with one of a draft", "2 0.375 2026-06-07")
	if all := a.tagNamed("Fog"); all.UsageCount != 3 || math.Abs(all.TrendScore-(1.0/8+1.0/4+1)) > 1e-6 {
		t.Errorf("editors see %d uses, trend %v", all.UsageCount, all.TrendScore)
	}
	draft.Status, draft.Version = vitrine.PhotoArchived, a.photo(draft.ID).Version
	a.save(draft)
	want("hidden again", "1 0.125 2026-05-31")
}
