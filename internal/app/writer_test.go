package app_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/app"
)

// measuring returns a service, and a server of a handler that it measures.
func measuring(t *testing.T, handler http.HandlerFunc) (*app.App, *httptest.Server) {
	t.Helper()
	a, err := app.New(t.Context(), config(t), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Measured(handler))
	t.Cleanup(server.Close)
	return a, server
}

// A client that reads nothing of a large answer is cut off, however it is written.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	const size = 64 << 20 // more than any socket buffers
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(w http.ResponseWriter, r *http.Request) error{
		"at once": func(w http.ResponseWriter, _ *http.Request) error {
			_, err := w.Write(make([]byte, size))
			return err
		},
		"in pieces": func(w http.ResponseWriter, _ *http.Request) error {
			_, err := io.Copy(w, io.MultiReader(bytes.NewReader(make([]byte, size))))
			return err
		},
		"as a file": func(w http.ResponseWriter, _ *http.Request) error {
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = io.CopyN(w, f, size)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := make(chan error, 1)
			a, server := measuring(t, func(w http.ResponseWriter, r *http.Request) { ended <- write(w, r) })
			a.SetPace(20*time.Millisecond, 1<<40)
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			if err != nil {
				t.Fatal(err)
			}
			if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("writing ended with %v", err)
			}
		})
	}
}

// A client that leaves before it is answered was not answered 200, and one that
// stays is not hindered by the deadlines of its earlier requests.
func TestClientLeaves(t *testing.T) {
	t.Parallel()
	begun := make(chan struct{})
	a, server := measuring(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/slow" {
			close(begun)
			<-r.Context().Done()
			return
		}
		_, _ = io.WriteString(w, "here")
	})
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		<-begun
		leave()
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/v1/slow", nil)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := server.Client().Do(req); err == nil {
		res.Body.Close()
		t.Error("the client was answered")
	}
	for range 2 {
		res, err := server.Client().Get(server.URL + "/v1/quick")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if string(body) != "here" || err != nil {
			t.Errorf("answered %q, %v", body, err)
		}
	}
	server.Close() // waits for the handlers
	w := httptest.NewRecorder()
	a.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{`_count{route="api",status="499"} 1`, `_count{route="api",status="200"} 2`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}
