package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// testTreeMachine does anything to categories and their photos in any order, and
// compares paths, visibility, counters and lists with a plain model.
func testTreeMachine(t *testing.T, open Open) {
	w := &forest{world: newWorld(newAlbum(t, open))}
	rapid.Check(t, func(rt *rapid.T) {
		w.clear()
		rt.Repeat(map[string]func(*rapid.T){
			"insert photo":    w.insertAny,
			"change photo":    w.changeAny,
			"trash photo":     w.trashAny,
			"restore photo":   w.restoreAny,
			"insert category": w.insertCategory,
			"change category": w.changeCategory,
			"delete category": w.deleteCategory,
		})
		w.checkTree(rt)
		w.checkCounters(rt)
		w.checkLinks(rt)
		for range 4 {
			f := w.drawFilter(rt)
			f.CategoryID = w.anyCategory(rt)
			w.checkPage(rt, f)
		}
	})
}

// forest is a world whose categories change, too.
type forest struct {
	*world
	slugs    map[int64]string
	inactive map[int64]bool
}

// clear begins again with three categories.
func (w *forest) clear() {
	w.Helper()
	w.world.clear()
	for len(w.tree) > 0 {
		for id := range w.tree {
			if !w.hasChildren(id) {
				w.remove(id)
			}
		}
	}
	w.tree, w.hidden = map[int64]int64{}, map[int64]bool{}
	w.slugs, w.inactive = map[int64]string{}, map[int64]bool{}
	root := w.add("a", 0, true)
	w.add("b", root, true)
	w.add("c", 0, true)
}

func (w *forest) add(slug string, parent int64, active bool) int64 {
	w.Helper()
	id := w.category(slug, parent, active)
	w.tree[id], w.slugs[id], w.inactive[id] = parent, slug, !active
	w.hide()
	return id
}

func (w *forest) remove(id int64) {
	w.Helper()
	w.update(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteCategory(ctx, id) })
	delete(w.tree, id)
}

func (w *forest) hasChildren(id int64) bool {
	return slices.Contains(slices.Collect(maps.Values(w.tree)), id)
}

// hide works out anew which categories the public does not see.
func (w *forest) hide() {
	for id := range w.tree {
		w.hidden[id] = slices.ContainsFunc(w.lineage(id), func(above int64) bool { return w.inactive[above] })
	}
}

// lineage returns a category and all above it.
func (w *forest) lineage(id int64) (line []int64) {
	for ; id != 0; id = w.tree[id] {
		line = append(line, id)
	}
	return line
}

func (w *forest) path(id int64) (path string) {
	for _, above := range w.lineage(id) {
		path = "/" + w.slugs[above] + path
	}
	return path[1:]
}

func (w *forest) anyCategory(rt *rapid.T) int64 {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(w.tree))).Draw(rt, "category")
}

// freeSlug returns one that no category has.
func (w *forest) freeSlug() string {
	for n := 0; ; n++ {
		slug := fmt.Sprintf("s%d", n)
		if !slices.Contains(slices.Collect(maps.Values(w.slugs)), slug) {
			return slug
		}
	}
}

func (w *forest) insertCategory(rt *rapid.T) {
	parent := w.anyCategory(rt)
	if len(w.lineage(parent)) == vitrine.MaxCategoryDepth {
		rt.Skip()
	}
	w.add(w.freeSlug(), parent, rapid.IntRange(0, 3).Draw(rt, "active") > 0)
}

func (w *forest) deleteCategory(rt *rapid.T) {
	id := w.anyCategory(rt)
	if len(w.tree) == 1 {
		rt.Skip()
	}
	if w.hasChildren(id) {
		err := w.try(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteCategory(ctx, id) })
		wantCode(w, err, vitrine.CodeConflict, "has_children")
		return
	}
	w.remove(id)
	for _, photos := range []map[int64]*model{w.photos, w.deleted} {
		for _, m := range photos {
			m.categories = slices.DeleteFunc(m.categories, func(c int64) bool { return c == id })
		}
	}
}

// changeCategory moves a category anywhere, also where it cannot be, and changes
// its slug and whether it is active.
func (w *forest) changeCategory(rt *rapid.T) {
	id := w.anyCategory(rt)
	parent := maybe(rt, "parent", slices.Sorted(maps.Keys(w.tree))...)
	slug := maybe(rt, "slug", w.freeSlug())
	active := rapid.IntRange(0, 3).Draw(rt, "active") > 0
	err := w.try(func(ctx context.Context, tx *store.Tx) error {
		c, err := tx.Category(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		if c.ParentID = nil; parent != 0 {
			c.ParentID = &parent
		}
		if slug != "" {
			c.Slug = slug
		}
		c.IsActive = active
		return tx.UpdateCategory(ctx, c)
	})
	if slices.Contains(w.lineage(parent), id) || w.height(id)+len(w.lineage(parent)) > vitrine.MaxCategoryDepth {
		wantCode(w, err, vitrine.CodeUnprocessable, "")
		return
	}
	if err != nil {
		rt.Fatal(err)
	}
	if w.tree[id], w.inactive[id] = parent, !active; slug != "" {
		w.slugs[id] = slug
	}
	w.hide()
}

// height is how many levels a category and those below it take.
func (w *forest) height(id int64) int {
	height := 0
	for below := range w.tree {
		if up := slices.Index(w.lineage(below), id); up >= 0 {
			height = max(height, up+1)
		}
	}
	return height
}

// checkTree compares paths, levels and what the public sees.
func (w *forest) checkTree(rt *rapid.T) {
	for _, audience := range []vitrine.Audience{vitrine.AudiencePublic, vitrine.AudienceEditor} {
		got, want := map[int64]string{}, map[int64]string{}
		categories, err := w.db.Categories(w.Context(), audience)
		if err != nil {
			rt.Fatal(err)
		}
		for _, c := range categories {
			got[c.ID] = fmt.Sprint(c.Level, " ", c.Path)
		}
		for id := range w.tree {
			if audience == vitrine.AudienceEditor || !w.hidden[id] {
				want[id] = fmt.Sprint(len(w.lineage(id))-1, " ", w.path(id))
			}
			// The list leaves out what is below a hidden one in any case.
			_, err := w.db.Category(w.Context(), id, audience)
			if found := err == nil; found != (want[id] != "") {
				rt.Errorf("category %s is found by audience %d: %v (%v)", w.path(id), audience, found, err)
			}
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			rt.Errorf("tree for audience %d (-want +got):\n%s", audience, diff)
		}
	}
}

// checkLinks looks at the categories of each photo: those it should be in, the
// first primary and no other.
func (w *forest) checkLinks(rt *rapid.T) {
	for _, m := range w.photos {
		var got []int64
		for i, c := range w.photo(m.ID).Categories {
			if got = append(got, c.ID); c.IsPrimary != (i == 0) {
				rt.Errorf("photo %d: category %d at %d is primary: %v", m.ID, c.ID, i, c.IsPrimary)
			}
		}
		if !slices.Equal(got, m.categories) {
			rt.Errorf("photo %d is in %v, want %v", m.ID, got, m.categories)
		}
	}
}

func testUpdateCategory(t *testing.T, open Open) {
	a := newAlbum(t, open)
	travel, people := a.category("travel", 0, true), a.category("people", 0, true)
	asia := a.category("asia", travel, true)
	photo := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoDraft}, []int64{asia})
	change := func(id int64, fn func(*vitrine.Category)) error {
		return a.try(func(ctx context.Context, tx *store.Tx) error {
			c, err := tx.Category(ctx, id, vitrine.AudienceEditor)
			if err != nil {
				return err
			}
			fn(c)
			return tx.UpdateCategory(ctx, c)
		})
	}
	err := change(asia, func(c *vitrine.Category) { c.Slug = "people" })
	wantCode(t, err, vitrine.CodeConflict, "slug_taken")
	err = change(asia, func(c *vitrine.Category) { c.ParentID = new(int64(999)) })
	wantCode(t, err, vitrine.CodeUnprocessable, "")
	err = change(travel, func(c *vitrine.Category) { c.ParentID = &asia })
	wantCode(t, err, vitrine.CodeUnprocessable, "")
	if version := a.photo(photo.ID).Version; version != photo.Version {
		t.Errorf("refused changes moved the photo's version to %d", version)
	}

	err = change(asia, func(c *vitrine.Category) { c.Name, c.Icon, c.ParentID = "Far East", "map", &people })
	if err != nil {
		t.Fatal(err)
	}
	moved, err := a.db.Category(t.Context(), asia, vitrine.AudienceEditor)
	if err != nil || moved.Name != "Far East" || moved.Icon != "map" || moved.Path != "people/asia" || moved.Version != 2 {
		t.Errorf("moved: %+v, %v", moved, err)
	}
	if version := a.photo(photo.ID).Version; version != photo.Version+1 {
		t.Errorf("the photo, which shows another name, has the version %d", version)
	}
	if err := change(people, func(c *vitrine.Category) { c.Slug = "folk" }); err != nil {
		t.Fatal(err)
	}
	moved, err = a.db.Category(t.Context(), asia, vitrine.AudienceEditor)
	if err != nil || moved.Path != "folk/asia" || moved.Version != 3 {
		t.Errorf("below another slug: %+v, %v", moved, err)
	}
}
