package imaging_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// TestMemory does not run in parallel, since it looks at the one worker of this
// process.
func TestMemory(t *testing.T) {
	pool := newPool(t, imaging.Config{RecycleJobs: 10_000, RecycleRSS: 1 << 40})
	src := bytesSource(encodeJPEG(t, quarters(300, 200)))
	plan := imaging.Plan{Outputs: []imaging.Output{
		jpegOutput("small", 320),
		{Name: "webp", Format: imaging.WebP, MaxWidth: 400, MaxHeight: 400, Quality: 80},
	}}
	run := func(jobs int) {
		for range jobs {
			if _, err := pool.Derive(context.Background(), src, plan, &collected{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(100)
	early := workerMemory(t, "VmRSS")
	run(400)
	late := workerMemory(t, "VmRSS")
	t.Logf("resident after 100 jobs: %d kB, after 500: %d kB", early, late)
	const slack = 12 << 10 // kB; 400 leaked bitmaps would come to 300 MB
	if late > early+slack {
		t.Errorf("a worker grew from %d to %d kB in 400 jobs", early, late)
	}
}

func TestMemoryOfLargePictures(t *testing.T) {
	for _, name := range []string{"large/kleiber-20mp-baseline.jpg", "formats/heic_mobile_iphone_13_pro_max.HEIC"} {
		pool := newPool(t, imaging.Config{RecycleRSS: 1 << 40})
		for range 2 {
			derive(t, pool, fileSource(t, photo(t, name)), wholeSet()...)
		}
		const most = 250 << 10 // kB
		if peak := workerMemory(t, "VmHWM"); peak > most {
			t.Errorf("%s: a worker held up to %d kB", name, peak)
		} else {
			t.Logf("%s: a worker held up to %d kB", name, peak)
		}
		pool.Close()
	}
}

// workerMemory returns a field of /proc/…/status of the one worker, in kB.
func workerMemory(t *testing.T, field string) int {
	t.Helper()
	pids, err := workers()
	if err != nil || len(pids) != 1 {
		t.Fatalf("workers %v, %v", pids, err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pids[0]))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), field+":")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
