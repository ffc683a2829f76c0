package sandbox_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging/sandbox"
)

// The names under which the test binary executes itself.
const (
	enter    = "enter the sandbox"
	confined = "confined"
	free     = "free"
	escaped  = "escaped" // what TryEscape starts if it can
)

// escapedCode is the exit code that proves that a program was started.
const escapedCode = 42

func TestMain(m *testing.M) {
	switch os.Args[0] {
	case enter:
		rules := sandbox.Rules{Read: sandbox.LibraryPaths(), OpenFiles: 64}
		fmt.Fprintln(os.Stderr, sandbox.Confine(rules, []string{confined, os.Args[1]}, nil))
		os.Exit(1)
	case confined:
		if err := sandbox.Seal(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		tryEscape(os.Args[1])
	case free:
		tryEscape(os.Args[1])
	case escaped:
		os.Exit(escapedCode)
	}
	os.Exit(m.Run())
}

// tryEscape prints what came of the attempts, and exits.
func tryEscape(targets string) {
	var t sandbox.Targets
	if err := json.Unmarshal([]byte(targets), &t); err != nil {
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(sandbox.TryEscape(t)); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// child runs the test binary under that name, with things to reach for.
func child(t *testing.T, name string) ([]byte, int) {
	t.Helper()
	folder := t.TempDir()
	secret := filepath.Join(folder, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	targets, err := json.Marshal(sandbox.Targets{Files: []string{secret}, Folder: folder, PID: os.Getpid()})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Cmd{Path: "/proc/self/exe", Args: []string{name, string(targets)}, Stderr: os.Stderr}
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out, cmd.ProcessState.ExitCode()
}

func TestConfinedProcessIsHeld(t *testing.T) {
	t.Parallel()
	if sandbox.LandlockVersion() == 0 {
		t.Skip("this kernel has no Landlock")
	}
	out, code := child(t, enter)
	var attempts []sandbox.Attempt
	if err := json.Unmarshal(out, &attempts); err != nil || code != 0 {
		t.Fatalf("exit code %d, %s, %v", code, out, err)
	}
	if len(attempts) != 9 {
		t.Errorf("%d attempts", len(attempts))
	}
	for _, a := range attempts {
		if !a.Held {
			t.Errorf("the process could %s: %s", a.Name, a.Detail)
		}
	}
}

// A free process gets out, so the attempts are real ones.
func TestFreeProcessEscapes(t *testing.T) {
	t.Parallel()
	if out, code := child(t, free); code != escapedCode {
		t.Errorf("exit code %d, %s", code, out)
	}
}
