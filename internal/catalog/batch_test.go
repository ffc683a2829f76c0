package catalog_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

func batchOf(action vitrine.BatchAction, data vitrine.BatchData, ids ...int64) vitrine.BatchInput {
	in := vitrine.BatchInput{Action: vitrine.Some(action), Data: vitrine.Some(data)}
	if len(ids) > 0 {
		in.PhotoIDs = vitrine.Some(slices.Clone(ids))
	}
	return in
}

func (b *bench) batch(in vitrine.BatchInput) vitrine.BatchResult {
	b.Helper()
	result, err := b.Batch(b.Context(), b.admin(), in)
	b.must(err)
	return result
}

// drafts makes n of them in one batch.
func drafts(n int) vitrine.BatchInput {
	var photos []vitrine.PhotoInput
	for i := range n {
		photos = append(photos, vitrine.PhotoInput{Title: vitrine.Some(fmt.Sprint("Draft ", i)), Tags: vitrine.Some([]string{"New"})})
	}
	return batchOf(vitrine.BatchCreate, vitrine.BatchData{Photos: vitrine.Some(photos)})
}

func TestBatchStandsAlone(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		shown := b.create(b.published("Shown"))
		made := b.batch(drafts(2)).Succeeded
		b.skipEvents()

		got := b.batch(batchOf(vitrine.BatchUpdateStatus, vitrine.BatchData{Status: vitrine.Some(vitrine.PhotoPublished)},
			made[0], 987654, shown.ID, made[1], shown.ID))
		var failed []string
		for _, f := range got.Failed {
			failed = append(failed, fmt.Sprintf("%d at %d: %s", f.ID, f.Index, vitrine.ErrorCode(f.Err)))
		}
		want := []string{
			fmt.Sprintf("%d at 0: UNPROCESSABLE_ENTITY", made[0]), "987654 at 1: RESOURCE_NOT_FOUND",
			fmt.Sprintf("%d at 3: UNPROCESSABLE_ENTITY", made[1]),
		}
		if diff := cmp.Diff(want, failed); diff != "" || got.Requested != 4 || !slices.Equal(got.Succeeded, []int64{shown.ID}) {
			t.Errorf("%+v (-want +got):\n%s", got, diff)
		}
		b.wantEvents() // it was published already

		b.batch(batchOf(vitrine.BatchAddTags, vitrine.BatchData{Tags: vitrine.Some([]string{"Fog", "new"})}, shown.ID, made[0]))
		b.wantEvents(fmt.Sprint("photo.updated ", shown.ID), fmt.Sprint("photo.updated ", made[0]))
		b.batch(batchOf(vitrine.BatchRemoveTags, vitrine.BatchData{Tags: vitrine.Some([]string{"NEW"})}, made[1], made[0], shown.ID))
		b.wantEvents(fmt.Sprint("photo.updated ", made[1]), fmt.Sprint("photo.updated ", made[0]), fmt.Sprint("photo.updated ", shown.ID))
		b.wantUsage("Fog", 2)
		b.wantUsage("New", 0)
		b.batch(batchOf(vitrine.BatchDelete, vitrine.BatchData{}, made...))
		b.wantEvents(fmt.Sprint("photo.deleted ", made[0]), fmt.Sprint("photo.deleted ", made[1]))
		b.wantUsage("Fog", 1)
		b.batch(batchOf(vitrine.BatchRestore, vitrine.BatchData{}, append(made, shown.ID)...))
		b.wantEvents(fmt.Sprint("photo.created ", made[0]), fmt.Sprint("photo.created ", made[1]))
		b.wantUsage("Fog", 2)
		b.batch(batchOf(vitrine.BatchDelete, vitrine.BatchData{}, made...))
		b.skipEvents()
		b.batch(batchOf(vitrine.BatchPurge, vitrine.BatchData{}, append(made, shown.ID)...))
		b.wantEvents()
		if left, err := b.Trash(b.Context(), b.admin(), vitrine.Page{Number: 1, Limit: 1}); err != nil || left.Total != 0 {
			t.Errorf("%d photos are left in the trash, %v", left.Total, err)
		}
	})
}

func (b *bench) wantUsage(name string, want int) {
	b.Helper()
	tags, err := b.Tags(b.Context(), b.admin(), 100)
	b.must(err)
	for _, tag := range tags {
		if tag.Name == name && tag.UsageCount != want {
			b.Errorf("%s is on %d photos, want %d", name, tag.UsageCount, want)
		}
	}
}

// TestBatchCreates: what the creation of one photo refuses, and what it needs a
// look at the others for.
func TestBatchCreates(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		file := b.upload(b.admin())
		photo := func(title, slug, file string) vitrine.PhotoInput {
			in := vitrine.PhotoInput{Title: vitrine.Some(title)}
			if slug != "" {
				in.Slug = vitrine.Some(slug)
			}
			if file != "" {
				in.FileID = vitrine.Some(file)
			}
			return in
		}
		got := b.batch(batchOf(vitrine.BatchCreate, vitrine.BatchData{Photos: vitrine.Some([]vitrine.PhotoInput{
			photo("One", "same", ""), photo("Two", "same", ""), photo("Three", "", file), photo("Four", "", file), photo("Three", "", ""),
		})}))
		if len(got.Succeeded) != 3 || len(got.Failed) != 2 || got.Failed[0].Index != 1 || got.Failed[1].Index != 3 || got.Failed[1].ID != 0 {
			t.Fatalf("%+v", got)
		}
		b.wantConflict("a slug twice", got.Failed[0].Err, "slug_taken")
		b.wantConflict("a file twice", got.Failed[1].Err, "file_in_use")
		last, err := b.Photo(t.Context(), b.admin(), got.Succeeded[2])
		b.must(err)
		if last.Slug != "three-2" {
			t.Errorf("the slug of a doubled title is %s", last.Slug)
		}
		b.wantEvents(fmt.Sprint("photo.created ", got.Succeeded[0]), fmt.Sprint("photo.created ", got.Succeeded[1]), fmt.Sprint("photo.created ", last.ID))
	})
}

func TestBatchLimits(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var ids []int64
	for i := range vitrine.MaxBatch + 1 {
		ids = append(ids, int64(i+1))
	}
	tags := func(from, n int) vitrine.BatchData {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprint("tag ", from+i))
		}
		return vitrine.BatchData{Tags: vitrine.Some(names)}
	}
	for what, in := range map[string]vitrine.BatchInput{
		"too many ids":    batchOf(vitrine.BatchDelete, vitrine.BatchData{}, ids...),
		"too many photos": drafts(vitrine.MaxBatch + 1),
		"too many tags":   batchOf(vitrine.BatchAddTags, tags(0, vitrine.MaxPhotoTags+1), 1),
	} {
		_, err := b.Batch(t.Context(), b.admin(), in)
		b.wantCode(what, err, vitrine.CodeValidation)
	}
	made := b.batch(drafts(1)).Succeeded[0]
	if got := b.batch(batchOf(vitrine.BatchAddTags, tags(0, vitrine.MaxPhotoTags-1), made)); len(got.Failed) > 0 {
		t.Fatalf("%+v", got)
	}
	got := b.batch(batchOf(vitrine.BatchAddTags, tags(500, 1), made))
	if len(got.Failed) != 1 {
		t.Fatalf("%+v", got)
	}
	b.wantCode("one tag too many on a photo", got.Failed[0].Err, vitrine.CodeUnprocessable)
}

// TestBatchKeepsWhatIsDone: a batch whose client leaves is not carried on with.
func TestBatchKeepsWhatIsDone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, leave := context.WithCancel(t.Context())
	b.db.OnCommit(func(store.Effects) { leave() })
	if _, err := b.Batch(ctx, b.admin(), drafts(120)); err == nil {
		t.Error("the batch went on")
	}
	page, err := b.Photos(t.Context(), b.admin(), vitrine.PhotoFilter{Page: vitrine.Page{Number: 1, Limit: 1}})
	b.must(err)
	if page.Total == 0 || page.Total%50 != 0 || page.Total == 120 {
		t.Errorf("%d photos were made", page.Total)
	}
}

// TestBatchesAtOnce: batches on the same photos leave right counts behind.
func TestBatchesAtOnce(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		made := b.batch(drafts(60)).Succeeded
		var group sync.WaitGroup
		for i := range 4 {
			group.Go(func() {
				data := vitrine.BatchData{Tags: vitrine.Some([]string{fmt.Sprint("tag ", i%2), "All"})}
				result, err := b.Batch(t.Context(), b.admin(), batchOf(vitrine.BatchAddTags, data, made...))
				if err != nil || len(result.Failed) > 0 {
					t.Error(err, result.Failed)
				}
			})
		}
		group.Wait()
		for _, name := range []string{"tag 0", "tag 1", "All"} {
			b.wantUsage(name, len(made))
		}
	})
}

// BenchmarkBatch changes 500 photos at a time, while someone else writes: how
// long they wait at most is reported, too.
func BenchmarkBatch(b *testing.B) {
	for _, engine := range []struct {
		name string
		open storetest.Open
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		b.Run(engine.name, func(b *testing.B) { benchmarkBatch(b, engine.open(b, time.Now)) })
	}
}

func benchmarkBatch(b *testing.B, db *store.DB) {
	c := catalog.New(catalog.Config{
		DB: db, Now: time.Now, Log: slog.New(slog.DiscardHandler), VisitorKey: make([]byte, 32),
		Settings: func(context.Context) (vitrine.Settings, error) { return vitrine.DefaultSettings(), nil },
	})
	user := &vitrine.User{Username: "ansel", Email: "ansel@example.com", Role: vitrine.RoleAdmin, IsActive: true}
	if err := db.Update(b.Context(), func(tx *store.Tx) error { return tx.InsertUser(b.Context(), user) }); err != nil {
		b.Fatal(err)
	}
	admin := vitrine.Actor{UserID: user.ID, Role: vitrine.RoleAdmin}
	run := func(in vitrine.BatchInput) []int64 {
		result, err := c.Batch(b.Context(), admin, in)
		if err != nil || len(result.Failed) > 0 {
			b.Fatal(err, result.Failed)
		}
		return result.Succeeded
	}
	ids := run(drafts(vitrine.MaxBatch))
	tags := vitrine.BatchData{Tags: vitrine.Some([]string{"Fog", "Sea", "Dawn"})}
	for _, work := range []struct {
		name string
		ins  func() []vitrine.BatchInput
	}{
		{"create", func() []vitrine.BatchInput { return []vitrine.BatchInput{drafts(vitrine.MaxBatch)} }},
		{"status-and-back", func() []vitrine.BatchInput {
			return []vitrine.BatchInput{
				batchOf(vitrine.BatchUpdateStatus, vitrine.BatchData{Status: vitrine.Some(vitrine.PhotoArchived)}, ids...),
				batchOf(vitrine.BatchUpdateStatus, vitrine.BatchData{Status: vitrine.Some(vitrine.PhotoDraft)}, ids...),
			}
		}},
		{"tag-and-back", func() []vitrine.BatchInput {
			return []vitrine.BatchInput{batchOf(vitrine.BatchAddTags, tags, ids...), batchOf(vitrine.BatchRemoveTags, tags, ids...)}
		}},
	} {
		b.Run(work.name, func(b *testing.B) {
			stop := besides(b, db)
			for b.Loop() {
				for _, in := range work.ins() {
					run(in)
				}
			}
			b.ReportMetric(float64(stop().Milliseconds()), "longest-wait-ms")
		})
	}
}

// besides writes a little again and again, until stop, which returns how long
// that took at most.
func besides(b *testing.B, db *store.DB) (stop func() time.Duration) {
	done, longest := make(chan struct{}), make(chan time.Duration)
	go func() {
		var most time.Duration
		for {
			select {
			case <-done:
				longest <- most
				return
			case <-time.After(5 * time.Millisecond):
			}
			began := time.Now()
			if err := db.Update(b.Context(), func(tx *store.Tx) error {
				return tx.Enqueue(b.Context(), vitrine.NewJob{Kind: "none", UniqueKey: "none"})
			}); err != nil {
				b.Error(err)
			}
			most = max(most, time.Since(began))
		}
	}()
	return func() time.Duration { close(done); return <-longest }
}
