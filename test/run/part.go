package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A part is one command of the test run, in the root of the checkout.
type part struct {
	target  string // of the Makefile, which runs the part alone
	command string
}

// fullPlan is what `make test` does, in lanes whose loads are about equal.
func fullPlan() [][]part {
	return [][]part{
		{
			{"check", "scripts/check"},
			{"unit", "scripts/unit"},
			{"fault", "scripts/fault"},
		},
		{
			{"check-dist", "scripts/check-dist"},
			{"lint-openapi", "scripts/lint-openapi"},
			{"e2e", "scripts/e2e"},
		},
	}
}

// quickPlan is what `make check-fast` does.
func quickPlan() [][]part {
	return [][]part{
		{{"check", "scripts/check"}},
		{{"unit-sqlite", "scripts/unit-sqlite"}},
	}
}

// result is how a part ended.
type result struct {
	part
	err  error
	wall time.Duration
	cpu  time.Duration // of all its processes, on all cores
	log  []byte        // what it printed
	tests
}

func runLanes(ctx context.Context, r *report, plan [][]part, scratch string) {
	var lanes sync.WaitGroup
	for _, lane := range plan {
		lanes.Go(func() {
			for _, p := range lane {
				if ctx.Err() != nil {
					return
				}
				r.start(p)
				r.add(runPart(ctx, p, scratch))
			}
		})
	}
	lanes.Wait()
}

// runPart runs a part in a process group of its own. When ctx ends the whole group
// is told to stop, so that its servers and browsers end too.
func runPart(ctx context.Context, p part, scratch string) result {
	began := time.Now()
	var log bytes.Buffer
	events := filepath.Join(scratch, p.target+".events")
	arguments := strings.Fields(p.command)
	cmd := exec.CommandContext(ctx, arguments[0], arguments[1:]...)
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.Env = append(environment(scratch), "TEST_EVENTS="+events)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	err := cmd.Run()
	done := result{part: p, err: err, wall: time.Since(began), log: log.Bytes()}
	if state := cmd.ProcessState; state != nil {
		done.cpu = state.UserTime() + state.SystemTime()
	}
	done.tests, err = readTests(events)
	if done.err == nil {
		done.err = err
	}
	return done
}

// environment has temporary files go to the scratch directory, but for the
// compiler's, which are large and written once.
func environment(scratch string) []string {
	var env []string
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); name != "TMPDIR" && name != "GOTMPDIR" {
			env = append(env, variable)
		}
	}
	return append(env, "TMPDIR="+scratch, "GOTMPDIR="+os.TempDir())
}
