// Package bench_test measures the program from outside against other ways to do
// the same, both in one run. `make bench` runs it; the figures are ratios,
// since machines differ.
package bench_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/test/program"
)

// photograph returns the path of one of the test photographs.
func photograph(b *testing.B, name string) string {
	b.Helper()
	folder := os.Getenv("VITRINE_TEST_PHOTOS")
	if folder == "" {
		b.Skip("set VITRINE_TEST_PHOTOS to the folder of test photographs")
	}
	return filepath.Join(folder, name)
}

const benchPhotograph = "large/kleiber-20mp-baseline.jpg"

// upload sends a picture and returns when all of its formats are there. A tail
// of zeros, which decoders pass over, makes each upload's bytes its own.
func upload(b *testing.B, api *client.Client, picture []byte, serial int) {
	b.Helper()
	if err := tryUpload(api, picture, serial); err != nil {
		b.Fatal(err)
	}
}

func tryUpload(api *client.Client, picture []byte, serial int) error {
	ctx := context.Background()
	body := append(bytes.Clone(picture), bytes.Repeat([]byte{0}, serial)...)
	u, err := api.Upload(ctx, "bench.jpg", bytes.NewReader(body))
	if err != nil {
		return err
	}
	for {
		status, err := api.UploadStatus(ctx, u.FileID)
		if err != nil {
			return err
		}
		switch status.Status {
		case "completed":
			return nil
		case "failed":
			return errors.New(status.Error)
		}
		time.Sleep(25 * time.Millisecond)
	}
}

// BenchmarkIngest is the CPU of one photo through the whole service, upload to
// completed, against vipsthumbnail making the same files, one process each.
func BenchmarkIngest(b *testing.B) {
	path := photograph(b, benchPhotograph)
	picture, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	s := program.Start(b, program.Build(b, program.Tags), filepath.Join(b.TempDir(), "data"))
	api := s.API(b)
	serial := 1
	upload(b, api, picture, serial) // starts the workers
	var ours, theirs time.Duration
	for b.Loop() {
		serial++
		before := cpuOfTree(b, s.PID())
		upload(b, api, picture, serial)
		ours += cpuOfTree(b, s.PID()) - before
		theirs += vipsthumbnails(b, path)
	}
	report(b, "ours-cpu-ms", ours)
	report(b, "vipsthumbnail-cpu-ms", theirs)
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
}

func report(b *testing.B, unit string, total time.Duration) {
	b.Helper()
	b.ReportMetric(float64(total.Microseconds())/1000/float64(b.N), unit)
}

// vipsthumbnails makes the six formats with one process each, and returns the
// CPU they took.
func vipsthumbnails(b *testing.B, path string) (cpu time.Duration) {
	b.Helper()
	dir := b.TempDir()
	for _, output := range []struct{ size, name string }{
		{"320x320>", "small.jpg[Q=85,strip]"},
		{"640x640>", "medium.jpg[Q=85,strip]"},
		{"1024x1024>", "large.jpg[Q=85,strip]"},
		{"2048x2048>", "display.jpg[Q=85,interlace,strip]"},
		{"2048x2048>", "webp.webp[Q=80,strip]"},
		{"2560x2560>", "jpg.jpg[Q=85,interlace,strip]"},
	} {
		cmd := exec.Command("vipsthumbnail", path, "--size", output.size, "-o", filepath.Join(dir, output.name))
		cmd.Env = append(os.Environ(), "VIPS_CONCURRENCY=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return cpu
}

// BenchmarkIngestAgainstSharp is the same against sharp deriving the set from
// one decode, as test/bench/sharp.mjs does. It needs `npm ci` in test/bench.
// With VITRINE_BENCH_LIBVIPS naming sharp's own libvips both use the same one.
func BenchmarkIngestAgainstSharp(b *testing.B) {
	if _, err := os.Stat("node_modules/sharp"); err != nil {
		b.Skip("run npm ci in test/bench to compare with sharp")
	}
	path := photograph(b, benchPhotograph)
	picture, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	library := os.Getenv("VITRINE_BENCH_LIBVIPS")
	s := program.Start(b, program.Build(b, program.Tags), filepath.Join(b.TempDir(), "data"), "VITRINE_LIBVIPS="+library)
	api := s.API(b)
	serial := 1
	upload(b, api, picture, serial)
	var ours, theirs time.Duration
	for b.Loop() {
		serial++
		before := cpuOfTree(b, s.PID())
		upload(b, api, picture, serial)
		ours += cpuOfTree(b, s.PID()) - before
		theirs += sharp(b, path)
	}
	report(b, "ours-cpu-ms", ours)
	report(b, "sharp-cpu-ms", theirs)
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
}

// sharp returns the CPU per photo that sharp.mjs reports, without node's start.
func sharp(b *testing.B, path string) time.Duration {
	b.Helper()
	out, err := exec.Command("node", "sharp.mjs", path).Output()
	if err != nil {
		b.Fatal(err)
	}
	micros, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return time.Duration(micros) * time.Microsecond
}

// BenchmarkTwoPhotos is the wall time of two photos at once against one after
// the other.
func BenchmarkTwoPhotos(b *testing.B) {
	picture, err := os.ReadFile(photograph(b, benchPhotograph))
	if err != nil {
		b.Fatal(err)
	}
	s := program.Start(b, program.Build(b, program.Tags), filepath.Join(b.TempDir(), "data"))
	api := s.API(b)
	serial := 1
	atOnce := func() {
		first := make(chan error, 1)
		serial += 2
		go func(n int) { first <- tryUpload(api, picture, n) }(serial - 1)
		upload(b, api, picture, serial)
		if err := <-first; err != nil {
			b.Fatal(err)
		}
	}
	atOnce() // starts both workers
	var together, apart time.Duration
	for b.Loop() {
		begun := time.Now()
		atOnce()
		together += time.Since(begun)
		begun = time.Now()
		for range 2 {
			serial++
			upload(b, api, picture, serial)
		}
		apart += time.Since(begun)
	}
	b.ReportMetric(float64(together)/float64(apart), "ratio")
}

// BenchmarkMemory is the resident memory of the server and of its largest worker
// after 100 uploads.
func BenchmarkMemory(b *testing.B) {
	var pictures [][]byte
	for _, name := range []string{benchPhotograph, "large/seeding-16mp.jpg", "large/sunset-12mp-ccby4.jpg", "large/picosdeeuropa-8mp-ccby4.jpg"} {
		picture, err := os.ReadFile(photograph(b, name))
		if err != nil {
			b.Fatal(err)
		}
		pictures = append(pictures, picture)
	}
	for b.Loop() {
		s := program.Start(b, program.Build(b, program.Tags), filepath.Join(b.TempDir(), "data"))
		api := s.API(b)
		for i := range 100 {
			upload(b, api, pictures[i%len(pictures)], 1+i)
		}
		b.ReportMetric(float64(memoryOf(b, s.PID(), "VmRSS"))/1e6, "server-MB")
		largest := int64(0)
		for _, worker := range descendants(b, s.PID()) {
			largest = max(largest, memoryOf(b, worker, "VmHWM"))
		}
		b.ReportMetric(float64(largest)/1e6, "worker-peak-MB")
		s.Kill()
	}
}

// BenchmarkList is the requests per second of a list of 20 against a bare
// handler that writes the same bytes.
func BenchmarkList(b *testing.B) {
	picture, err := os.ReadFile(photograph(b, "exif/metadata_rating_mongolels.jpg"))
	if err != nil {
		b.Fatal(err)
	}
	s := program.Start(b, program.Build(b, program.Tags), filepath.Join(b.TempDir(), "data"))
	fillLibrary(b, s.API(b), picture, 30)
	url := s.URL + "/v1/photos?limit=20"
	body := get(b, url)
	bare := serveBare(b, body)
	const seconds = 3
	var ours, theirs float64
	for b.Loop() {
		ours += requestsPerSecond(b, url, seconds)
		theirs += requestsPerSecond(b, bare, seconds)
	}
	b.ReportMetric(ours/float64(b.N), "ours-rps")
	b.ReportMetric(theirs/float64(b.N), "bare-rps")
	b.ReportMetric(ours/theirs, "ratio")
}

func fillLibrary(b *testing.B, api *client.Client, picture []byte, n int) {
	b.Helper()
	ctx := context.Background()
	category, err := api.CreateCategory(ctx, "Bench", nil)
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		body := append(bytes.Clone(picture), bytes.Repeat([]byte{0}, i)...)
		u, err := api.Upload(ctx, "bench.jpg", bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		for status := (&client.UploadStatus{}); status.Status != "completed"; time.Sleep(5 * time.Millisecond) {
			if status, err = api.UploadStatus(ctx, u.FileID); err != nil {
				b.Fatal(err)
			}
		}
		_, err = api.CreatePhoto(ctx, client.NewPhoto{
			Title: fmt.Sprintf("Photograph %d", i), Description: "A photograph for the benchmark of lists.",
			FileID: u.FileID, Status: "published", Categories: []int64{category.ID}, Tags: []string{"sea", "sky", "evening", "harbour"},
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func get(b *testing.B, url string) []byte {
	b.Helper()
	res, err := http.Get(url)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.Fatal(err)
	}
	return body
}

// bareHandler is the environment variable under which this test binary serves
// the bytes of a file and nothing else, in a process of its own.
const bareHandler = "VITRINE_BENCH_BARE"

func TestMain(m *testing.M) {
	file := os.Getenv(bareHandler)
	if file == "" {
		os.Exit(m.Run())
	}
	body, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	panic(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	})))
}

func serveBare(b *testing.B, body []byte) (url string) {
	b.Helper()
	file := filepath.Join(b.TempDir(), "body.json")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), bareHandler+"="+file)
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = cmd.Process.Kill() })
	var address string
	if _, err := fmt.Fscanln(out, &address); err != nil {
		b.Fatal(err)
	}
	return "http://" + address + "/"
}

// requestsPerSecond is what wrk reaches with eight connections.
func requestsPerSecond(b *testing.B, url string, seconds int) float64 {
	b.Helper()
	out, err := exec.Command("wrk", "-t1", "-c8", "-d"+strconv.Itoa(seconds)+"s", url).CombinedOutput()
	if err != nil {
		b.Fatalf("wrk: %v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "Requests/sec:"); ok {
			rps, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil {
				b.Fatal(err)
			}
			return rps
		}
		if strings.Contains(line, "Non-2xx") {
			b.Fatalf("%s", out)
		}
	}
	b.Fatalf("wrk printed no figure:\n%s", out)
	return 0
}

// BenchmarkStart is the time from start to the first answer on an existing
// library.
func BenchmarkStart(b *testing.B) {
	binary, data := program.Build(b, program.Tags), filepath.Join(b.TempDir(), "data")
	program.Start(b, binary, data).Stop(b)
	var total time.Duration
	for b.Loop() {
		begun := time.Now()
		s := program.Start(b, binary, data)
		get(b, s.URL+"/readyz")
		total += time.Since(begun)
		s.Stop(b)
	}
	report(b, "ready-ms", total)
}
