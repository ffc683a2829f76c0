package app_test

import (
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// The secret is for the service's user alone, and stays: who is signed in is so
// after a restart.
func TestKeysOutliveRestarts(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := serve(t, cfg)
	path := filepath.Join(cfg.Data, "secret.key")
	before, err := os.ReadFile(path)
	s.must(err)
	info, err := os.Stat(path)
	s.must(err)
	if info.Mode().Perm() != 0o600 || len(before) != 32 {
		t.Errorf("the secret has the mode %v and %d bytes", info.Mode(), len(before))
	}
	tokens, err := client.New(s.url, nil).Login(t.Context(), "admin", password)
	s.must(err)
	s.must(s.stop())

	s = serve(t, cfg)
	after, err := os.ReadFile(path)
	s.must(err)
	if string(after) != string(before) {
		t.Error("the secret has changed")
	}
	if a := s.get("/v1/auth/profile", "Authorization: Bearer "+tokens.AccessToken); a.status != http.StatusOK {
		t.Errorf("the token from before the restart is answered %d", a.status)
	}
	entries, err := os.ReadDir(cfg.Data)
	s.must(err)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), "secret-") {
			t.Errorf("%s was left behind", entry.Name())
		}
	}
}

func TestDamagedKey(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"empty": "", "short": "short", "long": strings.Repeat("x", 33)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t)
			path := filepath.Join(cfg.Data, "secret.key")
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := app.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), path+" is damaged") || !strings.Contains(err.Error(), "restore it from a backup") {
				t.Errorf("got %v", err)
			}
			if _, err := app.OperatorTokens(cfg); err == nil {
				t.Error("the command line took the damaged key")
			}
		})
	}
}

// A start that fails makes no user whose password nobody was told.
func TestFirstPasswordIsTold(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	cfg := config(t)
	cfg.AdminPassword = ""
	for _, inTheWay := range []func(*app.Config){
		func(c *app.Config) { c.Addr = taken.Addr().String() },
		func(c *app.Config) { c.MetricsAddr = taken.Addr().String() },
		func(c *app.Config) { c.Libvips = "/nowhere/libvips.so" },
	} {
		broken := cfg
		inTheWay(&broken)
		if _, err := app.New(t.Context(), broken, slog.New(slog.DiscardHandler)); err == nil {
			t.Fatal("the start did not fail")
		}
	}

	s := serve(t, cfg)
	if _, err := client.New(s.url, nil).Login(t.Context(), "admin", s.FirstPassword()); err != nil {
		t.Errorf("the password %q: %v", s.FirstPassword(), err)
	}
	s.must(s.stop())
	if s = serve(t, cfg); s.FirstPassword() != "" {
		t.Error("the second start told another password")
	}
}

func TestFirstUserRefused(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.AdminPassword = "short"
	_, err := app.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "VITRINE_ADMIN_PASSWORD: must be at least 12 characters") {
		t.Errorf("got %v", err)
	}
}
