package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/app"
)

// finding returns what a diagnosis says of a subject.
func finding(t *testing.T, cfg app.Config, subject string) app.Finding {
	t.Helper()
	for _, f := range app.Diagnose(t.Context(), cfg) {
		if f.Level != app.Fine && f.Remedy == "" {
			t.Errorf("%s: %s: nothing is said to help", f.Subject, f.Text)
		}
		if f.Subject == subject {
			return f
		}
	}
	t.Fatalf("nothing is said of the %s", subject)
	return app.Finding{}
}

func TestDiagnose(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change  func(*testing.T, *app.Config)
		subject string
		level   app.Level
		text    string
	}{
		"a new directory": {
			func(_ *testing.T, c *app.Config) { c.Data = filepath.Join(c.Data, "new") },
			"data directory", app.Fine, "does not exist yet",
		},
		"a file for a directory": {
			func(t *testing.T, c *app.Config) {
				c.Data = filepath.Join(c.Data, "file")
				write(t, c.Data, "")
			},
			"data directory", app.Broken, "cannot be used",
		},
		"a directory that cannot be made": {
			func(_ *testing.T, c *app.Config) { c.Data = "/proc/nope/data" },
			"data directory", app.Broken, "cannot be made",
		},
		"no room": {func(_ *testing.T, c *app.Config) { c.Data = "/proc/nope" }, "disk", app.Broken, "0.0 GB free"},
		"no key":  {nothing, "secret key", app.Fine, "does not exist yet"},
		"a key": {
			func(t *testing.T, c *app.Config) {
				write(t, filepath.Join(c.Data, "secret.key"), strings.Repeat("k", 32))
			},
			"secret key", app.Fine, "in its place",
		},
		"a damaged key": {
			func(t *testing.T, c *app.Config) { write(t, filepath.Join(c.Data, "secret.key"), "short") },
			"secret key", app.Broken, "5 bytes instead of 32",
		},
		"an open directory": {
			func(t *testing.T, c *app.Config) {
				if err := os.Chmod(c.Data, 0o755); err != nil {
					t.Fatal(err)
				}
			},
			"data directory", app.Notice, "can be read by every user",
		},
		"no server":   {nothing, "server", app.Fine, "not running"},
		"no database": {nothing, "database", app.Fine, "does not exist yet"},
		"a damaged database": {
			func(t *testing.T, c *app.Config) {
				write(t, filepath.Join(c.Data, "vitrine.db"), strings.Repeat("not a database", 1000))
			},
			"database", app.Broken, "not a database",
		},
		"no PostgreSQL": {
			func(_ *testing.T, c *app.Config) {
				c.DatabaseURL = "postgres://someone:hidden@127.0.0.1:1/nowhere?connect_timeout=1"
			},
			"database", app.Broken, "",
		},
		"libvips":         {nothing, "libvips", app.Fine, "decoders have no files and no network"},
		"another libvips": {func(_ *testing.T, c *app.Config) { c.Libvips = "/nowhere.so" }, "libvips", app.Broken, "/nowhere.so"},
		"address":         {func(_ *testing.T, c *app.Config) { c.BaseURL = "https://example.com" }, "public address", app.Fine, "https://example.com"},
		"no address":      {nothing, "public address", app.Notice, "not set"},
		"no proxies":      {nothing, "proxies", app.Fine, "none is named"},
		"no limits":       {nothing, "rate limits", app.Notice, "off"},
		"limits":          {func(_ *testing.T, c *app.Config) { c.RateLimit = "on" }, "rate limits", app.Fine, "on, by this environment"},
		"a misspelt variable": {
			func(_ *testing.T, c *app.Config) {
				c.FindStrangers([]string{"VITRINE_BASEURL=https://example.com"}, []string{"base-url"})
			},
			"environment", app.Notice, "VITRINE_BASEURL is no setting",
		},
		"disk": {nothing, "disk", "", "GB free"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t)
			test.change(t, &cfg)
			before := tree(t, cfg.Data)
			f := finding(t, cfg, test.subject)
			if test.level != "" && f.Level != test.level || !strings.Contains(f.Text, test.text) || strings.Contains(f.Text, "hidden") {
				t.Errorf("got %+v, want %s with %q", f, test.level, test.text)
			}
			if after := tree(t, cfg.Data); after != before {
				t.Errorf("the diagnosis changed %q to %q", before, after)
			}
		})
	}
}

// While a service runs, it is found and asked; the diagnosis does not end it.
func TestDiagnoseAService(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := serve(t, cfg)
	for range 2 {
		if f := finding(t, cfg, "server"); f.Level != app.Fine || f.Text != "running at "+s.Addr() {
			t.Errorf("got %+v", f)
		}
	}
	if f := finding(t, cfg, "database"); f.Level != app.Fine || !strings.Contains(f.Text, "sound") {
		t.Errorf("got %+v", f)
	}
}

// A part that fails is told of. Nobody has asked before, so the service looks.
func TestDiagnoseADegradedService(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := serve(t, cfg)
	s.must(os.RemoveAll(filepath.Join(cfg.Data, "blobs")))
	write(t, filepath.Join(cfg.Data, "blobs"), "")
	if f := finding(t, cfg, "server"); f.Level != app.Broken || !strings.Contains(f.Text, "degraded") {
		t.Errorf("got %+v", f)
	}
}

// What is said to help is about the setting that is wrong.
func TestRemedies(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Libvips = "/nowhere.so"
	if f := finding(t, cfg, "libvips"); !strings.HasPrefix(f.Remedy, "correct VITRINE_LIBVIPS, or unset it") {
		t.Errorf("got %+v", f)
	}
	write(t, filepath.Join(cfg.Data, "vitrine.db"), strings.Repeat("not a database", 1000))
	if f := finding(t, cfg, "database"); strings.Contains(f.Remedy, "VITRINE_DATABASE_URL") || !strings.Contains(f.Remedy, "backup") {
		t.Errorf("got %+v", f)
	}
}

// A proxy that nobody named is told of until the next start.
func TestDiagnoseProxies(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.TrustedProxies = []string{"10.0.0.0/8"}
	s := serve(t, cfg)
	s.get("/v1/health")
	if f := finding(t, cfg, "proxies"); f.Level != app.Fine || f.Text != "10.0.0.0/8 may say for whom they ask" {
		t.Errorf("got %+v", f)
	}
	for range 2 {
		s.get("/v1/health", "X-Forwarded-For: 198.51.100.1")
		if f := finding(t, cfg, "proxies"); f.Level != app.Notice || !strings.Contains(f.Text, "; 127.0.0.1 sent X-Forwarded-For and was not believed") {
			t.Errorf("got %+v", f)
		}
	}
	s.must(s.stop())
	cfg.TrustedProxies = []string{"::ffff:127.0.0.1"}
	s = serve(t, cfg)
	s.get("/v1/health", "X-Forwarded-For: 198.51.100.1")
	if f := finding(t, cfg, "proxies"); f.Level != app.Fine {
		t.Errorf("got %+v", f)
	}
}

func nothing(*testing.T, *app.Config) {}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// tree lists the files below a folder.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		names = append(names, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, "\n")
}
