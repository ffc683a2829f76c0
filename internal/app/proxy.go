package app

import (
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine-photos/vitrine/internal/api"
)

// strangeProxyName is the file in the data directory that holds the address of
// whoever sent X-Forwarded-For and was not believed. It is written once by the
// process that serves, and ends with the next start.
const strangeProxyName = "strange-proxy"

// watchProxies sees to it that a proxy that nobody named is told of.
func (a *App) watchProxies(cfg *api.Config) (err error) {
	if cfg.TrustedProxies, err = a.cfg.trustedProxies(); err != nil {
		return err
	}
	cfg.StrangeProxy = a.tellOfProxy
	if err := os.Remove(filepath.Join(a.cfg.Data, strangeProxyName)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// tellOfProxy tells the log, and whoever asks doctor.
func (a *App) tellOfProxy(address netip.Addr) {
	a.log.Warn("X-Forwarded-For is not believed: set VITRINE_TRUSTED_PROXIES if this is your proxy", "address", address.String())
	if err := os.WriteFile(filepath.Join(a.cfg.Data, strangeProxyName), []byte(address.String()+"\n"), 0o600); err != nil {
		a.log.Error("doctor cannot be told of a proxy", "err", err)
	}
}

func diagnoseProxies(cfg Config) Finding {
	f := Finding{Level: Fine, Subject: "proxies", Text: "none is named"}
	if len(cfg.TrustedProxies) > 0 {
		f.Text = strings.Join(cfg.TrustedProxies, ", ") + " may say for whom they ask"
	}
	address, err := os.ReadFile(filepath.Join(cfg.Data, strangeProxyName))
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		f.Level, f.Text, f.Remedy = Notice, "cannot be examined: "+err.Error(), "let the user that runs vitrine read the data directory"
	default:
		f.Level, f.Remedy = Notice, "if this is your proxy, name it in VITRINE_TRUSTED_PROXIES and start again; all its visitors count as one until then"
		f.Text += "; " + strings.TrimSpace(string(address)) + " sent X-Forwarded-For and was not believed"
	}
	return f
}
