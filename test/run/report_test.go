package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Events as `go test -json` and the browser tests write them.
const goEvents = `{"Action":"start","Package":"github.com/vitrine-photos/vitrine/internal/blob"}
{"Action":"run","Package":"github.com/vitrine-photos/vitrine/internal/blob","Test":"TestStore"}
{"Action":"output","Package":"github.com/vitrine-photos/vitrine/internal/blob","Test":"TestStore/local","Output":"    store_test.go:9: lost a byte\n"}
{"Action":"fail","Package":"github.com/vitrine-photos/vitrine/internal/blob","Test":"TestStore/local","Elapsed":2.5}
{"Action":"fail","Package":"github.com/vitrine-photos/vitrine/internal/blob","Test":"TestStore","Elapsed":2.6}
{"Action":"pass","Package":"github.com/vitrine-photos/vitrine/internal/blob","Test":"TestKey","Elapsed":0}
{"Action":"skip","Package":"github.com/vitrine-photos/vitrine/internal/blob","Test":"TestCamera","Elapsed":0}
{"Action":"output","Package":"github.com/vitrine-photos/vitrine/internal/blob","Output":"FAIL\tgithub.com/vitrine-photos/vitrine/internal/blob\t2.7s\n"}
{"Action":"fail","Package":"github.com/vitrine-photos/vitrine/internal/blob","Elapsed":2.7}
{"Action":"output","Package":"github.com/vitrine-photos/vitrine/internal/site","Output":"panic: before any test\n"}
{"Action":"fail","Package":"github.com/vitrine-photos/vitrine/internal/site","Elapsed":0.1}
{"Action":"build-output","ImportPath":"github.com/vitrine-photos/vitrine/client [github.com/vitrine-photos/vitrine/client.test]","Output":"client.go:1: expected 'package'\n"}
{"Action":"fail","Package":"github.com/vitrine-photos/vitrine/client","Elapsed":0}
`

const nodeEvents = `{"Action":"output","Package":"grid.test.mjs","Test":"isn't wide (at 390 px)","Output":"12 != 0\n"}
{"Action":"fail","Package":"grid.test.mjs","Test":"isn't wide (at 390 px)","Elapsed":3}
{"Action":"pass","Package":"grid.test.mjs","Test":"is tall","Elapsed":1}
`

const wantReport = `
part             seconds       CPU
unit                  60        90
e2e                   30        20
check-dist            10         5
all                    0       115

slowest tests (seconds, beside others)
     3.0  ./grid.test.mjs: isn't wide (at 390 px)
     2.5  ./internal/blob: TestStore/local
     1.0  ./grid.test.mjs: is tall
     0.0  ./internal/blob: TestKey
     0.0  ./internal/blob: TestCamera

FAILED ./internal/blob: TestStore/local
       scripts/with-postgres go test -tags sqlite_fts5 -run '^TestStore$/^local$' ./internal/blob

FAILED ./internal/site: the package
       scripts/with-postgres go test -tags sqlite_fts5 ./internal/site

FAILED ./client: the package
       scripts/with-postgres go test -tags sqlite_fts5 ./client

FAILED ./grid.test.mjs: isn't wide (at 390 px)
       cd web/e2e && node --test --test-name-pattern='^isn.t wide \(at 390 px\)$' ./grid.test.mjs

FAILED check-dist
       make check-dist

2 passed, 2 failed, 1 skipped
`

func TestReport(t *testing.T) {
	failure := errors.New("exit status 1")
	r := newReport(&strings.Builder{})
	r.add(result{part: part{target: "unit"}, err: failure, wall: time.Minute, cpu: 90 * time.Second, tests: testsOf(t, goEvents)})
	r.add(result{part: part{target: "e2e"}, err: failure, wall: 30 * time.Second, cpu: 20 * time.Second, tests: testsOf(t, nodeEvents)})
	r.add(result{part: part{target: "check-dist"}, err: failure, wall: 10 * time.Second, cpu: 5 * time.Second})
	var out strings.Builder
	r.out = &out
	r.finish()
	if diff := cmp.Diff(wantReport, out.String()); diff != "" {
		t.Errorf("the report (-want +got):\n%s", diff)
	}
	if r.passed() {
		t.Error("a run with failures passed")
	}
}

func TestFailuresArePrintedAsTheyCome(t *testing.T) {
	var out strings.Builder
	r := newReport(&out)
	r.add(result{part: part{target: "unit"}, err: errors.New("exit status 1"), log: []byte("a warning\n"), tests: testsOf(t, goEvents)})
	want := `[   0 s] unit FAILED: exit status 1
a warning
--- ./internal/blob: TestStore/local
    store_test.go:9: lost a byte
--- ./internal/site: 
panic: before any test
--- ./client: 
client.go:1: expected 'package'
FAIL	github.com/vitrine-photos/vitrine/internal/blob	2.7s
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("the output (-want +got):\n%s", diff)
	}
}

func TestNoEvents(t *testing.T) {
	found, err := readTests(filepath.Join(t.TempDir(), "none"))
	if err != nil || len(found.ended) > 0 {
		t.Errorf("a part that writes no events: %v, %v", found, err)
	}
}

func testsOf(t *testing.T, events string) tests {
	t.Helper()
	path := filepath.Join(t.TempDir(), "events")
	if err := os.WriteFile(path, []byte(events), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := readTests(path)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
