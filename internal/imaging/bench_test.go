package imaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// BenchmarkWholeSet makes the service's whole set of one photo of 20 megapixels,
// and the same files with one vipsthumbnail process each. It reports the
// processor time of both, workers' start included, and their ratio.
func BenchmarkWholeSet(b *testing.B) {
	path := photo(b, "large/kleiber-20mp-baseline.jpg")
	folder := b.TempDir()
	var ours, theirs time.Duration
	for b.Loop() {
		ours += childTime(b, func() {
			pool, err := imaging.New(imaging.Config{Workers: 1, Library: os.Getenv(libraryVariable)})
			if err != nil {
				b.Fatal(err)
			}
			for range photosPerWorker {
				derive(b, pool, fileSource(b, path), wholeSet()...)
			}
			pool.Close()
		}) / photosPerWorker
		theirs += childTime(b, func() { thumbnails(b, path, folder) })
	}
	perPhoto := func(d time.Duration) float64 { return float64(d.Milliseconds()) / float64(b.N) }
	b.ReportMetric(perPhoto(ours), "cpu-ms/photo")
	b.ReportMetric(perPhoto(theirs), "vipsthumbnail-cpu-ms/photo")
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ratio")
}

// photosPerWorker spreads the start of a worker over some photos; a real one does
// hundreds.
const photosPerWorker = 4

// thumbnails makes the set with one process each.
func thumbnails(b *testing.B, path, folder string) {
	b.Helper()
	for _, o := range wholeSet() {
		options := "[Q=" + strconv.Itoa(o.Quality) + ",strip"
		switch {
		case o.Format == imaging.WebP:
			options += ",effort=2"
		case o.MaxWidth >= 1600:
			options += ",optimize_coding,interlace"
		default:
			options += ",optimize_coding"
		}
		out := filepath.Join(folder, o.Name+o.Format.Extension()) + options + "]"
		side := strconv.Itoa(o.MaxWidth)
		cmd := exec.Command("vipsthumbnail", path, "--size", side+"x"+side+">", "-o", out)
		cmd.Env = append(cmd.Environ(), "VIPS_CONCURRENCY=1")
		if text, err := cmd.CombinedOutput(); err != nil {
			b.Skipf("vipsthumbnail, the other side of this benchmark: %v: %s", err, text)
		}
	}
}

// childTime returns the processor time of the processes that f starts and that
// end within it.
func childTime(b *testing.B, f func()) time.Duration {
	b.Helper()
	before := usage(b)
	f()
	return usage(b) - before
}

func usage(b *testing.B) time.Duration {
	b.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
