package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// slowest is how many of the slowest tests are named.
const slowest = 10

// report collects the results of parts that run beside each other.
type report struct {
	out   io.Writer
	began time.Time

	mu      sync.Mutex
	results []result
}

func newReport(out io.Writer) *report {
	return &report{out: out, began: time.Now()}
}

// start says that a part has begun.
func (r *report) start(p part) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.out, "[%4.0f s] %s…\n", time.Since(r.began).Seconds(), p.target)
}

// add prints what a part printed, and keeps its result.
func (r *report) add(done result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	state := "passed"
	if done.err != nil {
		state = "FAILED: " + done.err.Error()
	}
	fmt.Fprintf(r.out, "[%4.0f s] %s %s\n%s", time.Since(r.began).Seconds(), done.target, state, done.log)
	for _, failed := range done.failed() {
		fmt.Fprintf(r.out, "--- %s: %s\n%s", failed.pkg, failed.name, failed.output)
	}
	for _, line := range done.packages {
		fmt.Fprintln(r.out, line)
	}
	r.results = append(r.results, done)
}

// passed is whether every part did.
func (r *report) passed() bool {
	return !slices.ContainsFunc(r.results, func(done result) bool { return done.err != nil })
}

// finish prints the report.
func (r *report) finish() {
	fmt.Fprintf(r.out, "\n%-14s %9s %9s\n", "part", "seconds", "CPU")
	var cpu time.Duration
	for _, done := range r.results {
		fmt.Fprintf(r.out, "%-14s %9.0f %9.0f\n", done.target, done.wall.Seconds(), done.cpu.Seconds())
		cpu += done.cpu
	}
	fmt.Fprintf(r.out, "%-14s %9.0f %9.0f\n", "all", time.Since(r.began).Seconds(), cpu.Seconds())
	r.printSlowest()
	r.printFailures()
	r.printCounts()
}

func (r *report) printSlowest() {
	all := r.leaves()
	slices.SortFunc(all, func(a, b test) int { return cmp.Compare(b.took, a.took) })
	if len(all) > 0 {
		fmt.Fprintln(r.out, "\nslowest tests (seconds, beside others)")
	}
	for _, t := range all[:min(slowest, len(all))] {
		fmt.Fprintf(r.out, "%8.1f  %s: %s\n", t.took.Seconds(), t.pkg, t.name)
	}
}

// printFailures names what failed, with the command that runs it alone.
func (r *report) printFailures() {
	for _, done := range r.results {
		if done.err == nil {
			continue
		}
		failed := done.failed()
		if len(failed) == 0 {
			fmt.Fprintf(r.out, "\nFAILED %s\n       make %s\n", done.target, done.target)
		}
		for _, t := range failed {
			fmt.Fprintf(r.out, "\nFAILED %s: %s\n       %s\n", t.pkg, cmp.Or(t.name, "the package"), t.alone())
		}
	}
}

func (r *report) printCounts() {
	counts := map[string]int{}
	for _, t := range r.leaves() {
		counts[t.action]++
	}
	fmt.Fprintf(r.out, "\n%d passed, %d failed, %d skipped\n", counts["pass"], counts["fail"], counts["skip"])
}

// leaves are the tests of all parts that have no subtests.
func (r *report) leaves() []test {
	var all []test
	for _, done := range r.results {
		all = append(all, done.leaves()...)
	}
	return all
}

// leaves are the tests without subtests. `go test` reports a test after its
// subtests.
func (t *tests) leaves() []test {
	parents := map[[2]string]bool{}
	var leaves []test
	for _, ended := range t.ended {
		if ended.name == "" || parents[[2]string{ended.pkg, ended.name}] {
			continue
		}
		leaves = append(leaves, ended)
		for name := ended.name; strings.Contains(name, "/"); {
			name = name[:strings.LastIndex(name, "/")]
			parents[[2]string{ended.pkg, name}] = true
		}
	}
	return leaves
}

// failed are the tests that failed, and the packages in which none did, which
// were not built or crashed.
func (t *tests) failed() []test {
	blamed := map[string]bool{}
	var failed []test
	for _, ended := range t.leaves() {
		if ended.action == "fail" {
			failed = append(failed, ended)
			blamed[ended.pkg] = true
		}
	}
	for _, ended := range t.ended {
		if ended.name == "" && !blamed[ended.pkg] {
			failed = append(failed, ended)
		}
	}
	return failed
}

// alone is the command that runs a test by itself.
func (t test) alone() string {
	if strings.HasSuffix(t.pkg, ".mjs") {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(t.name), "'", ".")
		return fmt.Sprintf("cd web/e2e && node --test --test-name-pattern='^%s$' %s", pattern, t.pkg)
	}
	pattern := ""
	if t.name != "" {
		pattern = " -run '^" + strings.ReplaceAll(t.name, "/", "$/^") + "$'"
	}
	return "scripts/with-postgres go test -tags sqlite_fts5" + pattern + " " + t.pkg
}
