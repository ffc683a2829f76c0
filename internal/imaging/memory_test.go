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

func TestMemory(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{RecycleJobs: 10_000, RecycleRSS: 1 << 40})
	src := bytesSource(encodeJPEG(t, quarters(300, 200)))
	plan := imaging.Plan{Outputs: []imaging.Output{
		jpegOutput("small", 320),
		{Name: "webp", Format: imaging.WebP, MaxWidth: 400, MaxHeight: 400, Quality: 80},
	}}
	pid := 0
	run := func(jobs int) {
		for range jobs {
			pid = deriveIn(t, pool, pid, src, plan)
		}
	}
	run(100)
	early := memoryOf(t, pid, "VmRSS")
	run(400)
	late := memoryOf(t, pid, "VmRSS")
	t.Logf("resident after 100 jobs: %d kB, after 500: %d kB", early, late)
	const slack = 12 << 10 // kB; 400 leaked bitmaps would come to 300 MB
	if late > early+slack {
		t.Errorf("a worker grew from %d to %d kB in 400 jobs", early, late)
	}
}

func TestMemoryOfLargePictures(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"large/kleiber-20mp-baseline.jpg", "formats/heic_mobile_iphone_13_pro_max.HEIC"} {
		pool := newPool(t, imaging.Config{RecycleRSS: 1 << 40})
		pid := 0
		for range 2 {
			pid = deriveIn(t, pool, pid, fileSource(t, photo(t, name)), imaging.Plan{Outputs: wholeSet()})
		}
		const most = 250 << 10 // kB
		if peak := memoryOf(t, pid, "VmHWM"); peak > most {
			t.Errorf("%s: a worker held up to %d kB", name, peak)
		} else {
			t.Logf("%s: a worker held up to %d kB", name, peak)
		}
		pool.Close()
	}
}

// deriveIn runs a plan in the decoder with that id, or in the first one if it is 0,
// and returns the id.
func deriveIn(t *testing.T, pool *imaging.Pool, pid int, src imaging.Source, plan imaging.Plan) int {
	t.Helper()
	err := pool.DeriveTo(context.Background(), src, plan, func(d imaging.Decoder) imaging.Sink {
		if pid != 0 && pid != d.PID() {
			t.Errorf("the decoder %d was replaced", pid)
		}
		pid = d.PID()
		return &collected{}
	})
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// memoryOf returns a field of /proc/…/status of a process, in kB.
func memoryOf(t *testing.T, pid int, field string) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
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
