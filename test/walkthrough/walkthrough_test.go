// Package walkthrough runs docs/walkthrough.md as its readers do.
package walkthrough

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/test/program"
)

// step is a block of commands, and what they print.
type step struct {
	line     int
	commands string
	output   string
}

var block = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// steps takes the blocks of a page: "sh" to run, "text" for what the one before
// prints.
func steps(t *testing.T, page string) (all []step) {
	t.Helper()
	for _, at := range block.FindAllStringSubmatchIndex(page, -1) {
		kind, text := page[at[2]:at[3]], page[at[4]:at[5]]
		switch {
		case kind == "sh":
			all = append(all, step{line: strings.Count(page[:at[0]], "\n") + 1, commands: text})
		case kind == "text" && len(all) > 0 && all[len(all)-1].output == "":
			all[len(all)-1].output = text
		default:
			t.Fatalf("a block of %q stands where none belongs:\n%s", kind, text)
		}
	}
	return all
}

// mark parts the output of two steps.
const mark = "\x1e\n"

// TestWalkthrough runs the page in one shell, in a directory like the
// repository's root, and compares what each step prints.
func TestWalkthrough(t *testing.T) {
	t.Parallel()
	program.Engines(t, walk)
}

func walk(t *testing.T, env ...string) {
	page, err := os.ReadFile("../../docs/walkthrough.md")
	if err != nil {
		t.Fatal(err)
	}
	all := steps(t, string(page))
	var script strings.Builder
	for _, s := range all {
		fmt.Fprintf(&script, "%s\nprintf '\\036\\n'\n", s.commands)
	}
	printed := strings.Split(run(t, script.String(), env), mark)
	for i, s := range all {
		if i >= len(printed)-1 {
			t.Fatalf("stopped in the block of line %d, after it printed\n%s", s.line, printed[len(printed)-1])
		}
		if !matches(s.output, printed[i]) {
			t.Errorf("the block of line %d prints\n%s\nand not\n%s", s.line, printed[i], s.output)
		}
	}
}

// matches compares an output with one in which "…" stands for anything in a line.
func matches(want, got string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".+")
	return regexp.MustCompile("^" + pattern + "$").MatchString(got)
}

// run runs a script in Bash until its first failure, and returns what it printed.
func run(t *testing.T, script string, env []string) string {
	t.Helper()
	for _, tool := range []string{"bash", "curl", "jq", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed: make deps-test installs it", tool)
		}
	}
	ctx := t.Context()
	if end, ok := t.Deadline(); ok { // a walk that hangs still shows what it printed
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-10*time.Second))
		defer cancel()
	}
	shell := exec.CommandContext(ctx, "bash", "-c", "set -euo pipefail\n"+script)
	shell.Dir = checkout(t)
	shell.Env = slices.Concat(os.Environ(), env, []string{"VITRINE_ADDR=127.0.0.1:0", "TMPDIR=" + t.TempDir()})
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	shell.Cancel = func() error { return syscall.Kill(-shell.Process.Pid, syscall.SIGKILL) }
	shell.WaitDelay = time.Second // for what a failed script leaves running
	var out, problems strings.Builder
	shell.Stdout, shell.Stderr = &out, &problems
	if err := shell.Run(); err != nil {
		_ = shell.Cancel() // what it started
		t.Errorf("%v\n%s", err, problems.String())
	}
	return out.String()
}

// checkout is a directory with what the page uses of the repository.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	pictures, err := filepath.Abs("../../testdata")
	if err == nil {
		err = os.Symlink(pictures, filepath.Join(root, "testdata"))
	}
	if err == nil {
		err = os.Symlink(filepath.Dir(program.Build(t, program.Tags)), filepath.Join(root, "bin"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return root
}
