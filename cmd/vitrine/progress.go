package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// outcome is what became of a file.
type outcome int

const (
	imported outcome = iota
	skipped
	failed
)

// tally counts outcomes. It may be used by several goroutines.
type tally struct {
	mu                sync.Mutex
	imported, skipped int
	failed            []string       // "name: why"
	others            map[string]int // by extension
	started           time.Time
	took              time.Duration
}

func (t *tally) add(name string, o outcome, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch o {
	case imported:
		t.imported++
	case skipped:
		t.skipped++
	case failed:
		t.failed = append(t.failed, fmt.Sprintf("%s: %v", name, err))
	}
}

// print writes the summary, naming each file that failed and why.
func (t *tally) print(w io.Writer) {
	slices.Sort(t.failed)
	for _, line := range t.failed {
		fmt.Fprintln(w, "not imported:", line)
	}
	rate := float64(t.imported) / max(t.took.Seconds(), 0.001)
	fmt.Fprintf(w, "%d imported (%.1f a second), %d already there, %d failed", t.imported, rate, t.skipped, len(t.failed))
	if len(t.others) > 0 {
		fmt.Fprintf(w, "; left alone: %s", listOthers(t.others))
	}
	fmt.Fprintln(w)
}

// listOthers counts by extension, so that raw files do not go unnoticed.
func listOthers(others map[string]int) string {
	var list []string
	for _, extension := range slices.Sorted(maps.Keys(others)) {
		list = append(list, fmt.Sprintf("%d %s", others[extension], cmp.Or(extension, "without extension")))
	}
	return strings.Join(list, ", ")
}

// progress is told of each file as it ends.
type progress interface {
	step(name string, o outcome, err error)
	end()
}

// newProgress shows a bar on a terminal and plain lines elsewhere.
func newProgress(con console, total int) progress {
	if file, ok := con.out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return barProgress{progressbar.NewOptions(total,
			progressbar.OptionSetWriter(con.out), progressbar.OptionSetDescription("Importing"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("photos"),
			progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish(),
		)}
	}
	return &lineProgress{out: con.out, total: total, started: time.Now()}
}

type barProgress struct{ bar *progressbar.ProgressBar }

func (p barProgress) step(string, outcome, error) { _ = p.bar.Add(1) } // a bar that cannot be drawn is no reason to stop
func (p barProgress) end()                        { _ = p.bar.Finish() }

// lineProgress writes a line now and then, with the rate and the time left.
type lineProgress struct {
	mu      sync.Mutex
	out     io.Writer
	total   int
	done    int
	started time.Time
	shown   time.Time
}

// lineInterval is how often a line is written.
const lineInterval = 5 * time.Second

func (p *lineProgress) step(string, outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	now := time.Now()
	if now.Sub(p.shown) < lineInterval && p.done < p.total {
		return
	}
	p.shown = now
	rate := float64(p.done) / max(now.Sub(p.started).Seconds(), 0.001)
	left := time.Duration(float64(p.total-p.done)/rate) * time.Second
	fmt.Fprintf(p.out, "%d of %d files, %.1f a second, %s left\n", p.done, p.total, rate, left)
}

func (p *lineProgress) end() {}
