package catalog_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/catalog"
)

func TestViewsCountOncePerVisitorAndHour(t *testing.T) {
	onBothEngines(t, testViewsCountOncePerVisitorAndHour)
}

func testViewsCountOncePerVisitorAndHour(t *testing.T, b *bench) {
	photo, other := b.create(b.published("Dawn")), b.create(b.published("Dusk"))
	ann := catalog.Visitor{Address: netip.MustParseAddr("192.0.2.1"), UserAgent: "Firefox"}
	phone := catalog.Visitor{Address: ann.Address, UserAgent: "Safari"}
	steps := []struct {
		name  string
		wait  time.Duration
		photo int64
		who   catalog.Visitor
		want  int64 // views of photo
	}{
		{"first", 0, photo.ID, ann, 1},
		{"again", time.Minute, photo.ID, ann, 1},
		{"another device", 0, photo.ID, phone, 2},
		{"another photo", 0, other.ID, ann, 1},
		{"an hour later", time.Hour, photo.ID, ann, 3},
		{"a day later", 24 * time.Hour, photo.ID, ann, 4},
	}
	for _, step := range steps {
		b.clock.Advance(step.wait)
		b.CountView(step.photo, step.who)
		b.must(b.Flush(t.Context()))
		b.wantViews(step.name, step.photo, step.want)
	}
	b.clock.Advance(48 * time.Hour)
	b.must(b.Sweep(t.Context()))
	b.wantViews("after the visitors are forgotten", photo.ID, 4)
}

func (b *bench) wantViews(when string, id, want int64) {
	b.Helper()
	photo, err := b.Photo(b.Context(), b.admin(), id)
	b.must(err)
	if photo.ViewCount != want {
		b.Errorf("%s: %d views, want %d", when, photo.ViewCount, want)
	}
}

func TestViewsSurviveAStop(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	photo := b.create(b.published("Dawn"))
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { b.Catalog.Run(ctx); close(stopped) }()
	b.CountView(photo.ID, catalog.Visitor{UserAgent: "Firefox"})
	b.CountDownload(photo.ID)
	stop()
	<-stopped
	b.wantViews("after the stop", photo.ID, 1)
	if got, _ := b.Photo(t.Context(), b.admin(), photo.ID); got.DownloadCount != 1 || got.Version != photo.Version {
		t.Errorf("%d downloads, version %d after %d", got.DownloadCount, got.Version, photo.Version)
	}
}

func TestViewsThatCannotBeWrittenAreKept(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	photo := b.create(b.published("Dawn"))
	b.CountView(photo.ID, catalog.Visitor{UserAgent: "Firefox"})
	b.CountView(photo.ID+99, catalog.Visitor{UserAgent: "Firefox"}) // never was
	ended, end := context.WithCancel(t.Context())
	end()
	if err := b.Flush(ended); !errors.Is(err, context.Canceled) {
		t.Fatalf("flush with an ended context: %v", err)
	}
	b.must(b.Flush(t.Context()))
	b.wantViews("after trying again", photo.ID, 1)
}
