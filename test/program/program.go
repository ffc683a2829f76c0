// Package program runs the real program for tests that look at it from outside.
package program

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// Tags are the build tags that the program needs.
const Tags = "sqlite_fts5"

// Password is that of the user admin.
const Password = "a long enough password"

// Build compiles the program and returns the path of the binary.
func Build(t testing.TB, tags string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "vitrine")
	cmd := exec.Command("go", "build", "-trimpath", "-tags", tags, "-o", binary, "github.com/vitrine-photos/vitrine/cmd/vitrine")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return binary
}

// Engines runs a test on SQLite and on a PostgreSQL database of its own. Env are
// the settings that make the program use it. Without a PostgreSQL the second part
// is skipped.
func Engines(t *testing.T, test func(t *testing.T, env ...string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, "VITRINE_DATABASE_URL="+storetest.PostgresURL(t))
	})
}

// Server is a run of `vitrine serve`.
type Server struct {
	URL  string
	data string
	cmd  *exec.Cmd
	log  *bytes.Buffer
}

// startTimeout bounds how long a start may take on a busy machine.
const startTimeout = 30 * time.Second

// Start serves a data directory without rate limits, and returns when the
// server answers. Env holds further "KEY=value" settings. The server and its
// workers are one process group, and end with the test at the latest.
func Start(t testing.TB, binary, data string, env ...string) *Server {
	t.Helper()
	s := &Server{data: data, log: &bytes.Buffer{}}
	s.cmd = exec.Command(binary, "serve", "--data", data, "--addr", "127.0.0.1:0")
	s.cmd.Env = append(append(os.Environ(), "VITRINE_RATE_LIMIT=off", "VITRINE_ADMIN_PASSWORD="+Password), env...)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	s.cmd.Stderr = s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	late := time.AfterFunc(startTimeout, s.Kill)
	defer late.Stop()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "Vitrine serves "); ok {
			s.URL = address
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return s
		}
	}
	t.Fatalf("the program did not start:\n%s", s.log)
	return nil
}

// Kill ends the whole process group with SIGKILL, and returns when it is gone.
func (s *Server) Kill() {
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // it may be gone already
	_ = s.cmd.Wait()                                      // "signal: killed" is what was asked for
}

// Stop asks the program to end, and fails the test if it ends with an error.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("an orderly stop ended with %v\n%s", err, s.log)
	}
}

// PID is the server's process.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Log is what the server has written to its log. It is complete once the server
// has ended.
func (s *Server) Log() string { return s.log.String() }

// API returns a client that may do everything.
func (s *Server) API(t testing.TB) *client.Client {
	t.Helper()
	tokens, err := app.OperatorTokens(app.Config{Data: s.data})
	if err != nil {
		t.Fatal(err)
	}
	return client.New(s.URL, tokens)
}
