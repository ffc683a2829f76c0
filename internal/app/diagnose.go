package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/examine"
)

// Level is how bad a finding is.
type Level string

// The levels of a finding.
const (
	Fine   Level = "ok"
	Notice Level = "note"
	Broken Level = "FAIL"
)

// Finding is what a diagnosis says of one part, and what to do about it.
type Finding struct {
	Level   Level
	Subject string
	Text    string
	Remedy  string // "" when there is nothing to do
}

// How little free space deserves a notice, and how little is too little to start
// with, in bytes.
const (
	lowDisk  = 2 << 30
	fullDisk = 100e6
)

// Diagnose examines the installation without changing it.
func Diagnose(ctx context.Context, cfg Config) []Finding {
	return append([]Finding{
		diagnoseData(cfg), diagnoseDisk(cfg), diagnoseKey(cfg), diagnoseServer(ctx, cfg),
		diagnoseDatabase(ctx, cfg), diagnoseFiles(ctx, cfg), diagnoseLibvips(ctx, cfg), diagnoseBaseURL(cfg), diagnoseProxies(cfg), diagnoseRateLimit(cfg),
	}, diagnoseStrangers(cfg)...)
}

func diagnoseStrangers(cfg Config) (findings []Finding) {
	for _, s := range cfg.Strangers {
		findings = append(findings, Finding{Notice, "environment", s.Name + " is no setting and has no effect", s.hint()})
	}
	return findings
}

func diagnoseData(cfg Config) Finding {
	f := Finding{Level: Fine, Subject: "data directory", Text: cfg.Data}
	info, err := os.Stat(cfg.Data)
	switch {
	case errors.Is(err, os.ErrNotExist) && !canHold(existing(cfg.Data)):
		f.Level, f.Remedy = Broken, "choose another with VITRINE_DATA, or let the user that runs vitrine write to "+existing(cfg.Data)
		f.Text += " does not exist and cannot be made"
	case errors.Is(err, os.ErrNotExist):
		f.Text += " does not exist yet; the first start makes it"
	case err != nil || !info.IsDir():
		f.Level, f.Remedy = Broken, "choose another directory with VITRINE_DATA"
		f.Text += " cannot be used"
	case unix.Access(cfg.Data, unix.W_OK) != nil:
		f.Level, f.Remedy = Broken, "let the user that runs vitrine write to it, or choose another with VITRINE_DATA"
		f.Text += " cannot be written to"
	case info.Mode().Perm()&0o007 != 0:
		f.Level, f.Remedy = Notice, "chmod 700 "+cfg.Data
		f.Text += " can be read by every user of this machine"
	}
	return f
}

// canHold reports whether files can be made in a folder. A file system without
// blocks, such as /proc, lets root write by its modes, yet takes nothing.
func canHold(dir string) bool {
	var fs unix.Statfs_t
	return unix.Access(dir, unix.W_OK) == nil && unix.Statfs(dir, &fs) == nil && fs.Blocks > 0
}

// existing returns the nearest folder above path that is there, or path itself.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

func diagnoseDisk(cfg Config) Finding {
	var fs unix.Statfs_t
	if err := unix.Statfs(existing(cfg.Data), &fs); err != nil {
		return Finding{Notice, "disk", "cannot be examined: " + err.Error(), "choose another directory with VITRINE_DATA"}
	}
	free := int64(fs.Bavail) * fs.Bsize
	f := Finding{Level: Fine, Subject: "disk", Text: fmt.Sprintf("%.1f GB free", float64(free)/1e9)}
	if free < lowDisk {
		f.Level, f.Remedy = Notice, "make room: uploads are refused when the disk is full"
	}
	if free < fullDisk {
		f.Level = Broken
	}
	return f
}

func diagnoseKey(cfg Config) Finding {
	f := Finding{Level: Fine, Subject: "secret key", Text: "in its place"}
	switch info, err := os.Stat(filepath.Join(cfg.Data, secretName)); {
	case errors.Is(err, os.ErrNotExist):
		f.Text = "does not exist yet; the first start makes it"
	case err != nil:
		f.Level, f.Text, f.Remedy = Broken, err.Error(), "let the user that runs vitrine read the data directory"
	case info.Size() != secretSize:
		f.Level, f.Text = Broken, fmt.Sprintf("%s is damaged: it holds %d bytes instead of %d", secretName, info.Size(), secretSize)
		f.Remedy = "restore it from a backup, or remove it to sign everyone out"
	}
	return f
}

// diagnoseServer says whether a server runs on the data directory, and asks it
// whether it is ready.
func diagnoseServer(ctx context.Context, cfg Config) Finding {
	err := checkLock(cfg.Data)
	if err == nil {
		return Finding{Level: Fine, Subject: "server", Text: "not running"}
	}
	if inUse, running := errors.AsType[*InUseError](err); running && inUse.Address != "" {
		return askReady(ctx, inUse.Address)
	}
	return Finding{Notice, "server", err.Error(), "wait a moment and look again; the data directory must belong to the user that runs vitrine"}
}

func askReady(ctx context.Context, address string) Finding {
	f := Finding{Level: Fine, Subject: "server", Text: "running at " + address}
	states, err := readiness(ctx, address)
	remedy := "see its log, and http://" + address + "/readyz"
	switch {
	case err != nil:
		f.Level, f.Remedy = Broken, remedy
		f.Text += " but not ready: " + err.Error()
	case slices.Contains(slices.Collect(maps.Values(states)), degraded):
		f.Level, f.Remedy = Broken, remedy
		f.Text += " but degraded"
	}
	return f
}

// readiness returns how the parts of a server are, if it is ready.
func readiness(ctx context.Context, address string) (states map[string]string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %s", res.Status)
	}
	return states, json.NewDecoder(res.Body).Decode(&states)
}

func diagnoseDatabase(ctx context.Context, cfg Config) Finding {
	f := Finding{Level: Fine, Subject: "database"}
	text, miscounted, err := examine.Database(ctx, cfg.databaseURL())
	f.Text = text
	if len(miscounted) > 0 {
		f.Level, f.Text = Notice, text+"; miscounted: "+strings.Join(miscounted, ", ")
		f.Remedy = "please report it: statistics and totals are off, though no photo is"
	}
	if err != nil {
		f.Level, f.Text = Broken, err.Error()
		f.Remedy = "restore vitrine.db from a backup, in " + cfg.Data
		if cfg.DatabaseURL != "" {
			f.Remedy = "check VITRINE_DATABASE_URL, and that the server runs"
		}
	}
	return f
}

// diagnoseFiles compares the files with the rows, without reading them.
func diagnoseFiles(ctx context.Context, cfg Config) Finding {
	f := Finding{Level: Fine, Subject: "files"}
	report, err := overLibrary(cfg, func(db *store.DB, blobs blob.Store) (*backup.Report, error) {
		return backup.CompareLibrary(ctx, db, blobs)
	})
	switch {
	case errors.Is(err, os.ErrNotExist):
		f.Text = "there are none yet"
	case err != nil:
		f.Level, f.Text, f.Remedy = Broken, "cannot be compared with the database: "+err.Error(), "mend the database first"
	case len(report.Problems) > 0:
		f.Level, f.Remedy = Broken, "run vitrine verify, and bring back from a backup what it names"
		f.Text = fmt.Sprintf("%d of %d are missing or damaged; %s", len(report.Problems), report.Files, report.Problems[0])
	default:
		f.Text = fmt.Sprintf("%d, %.1f GB, all there; vitrine verify reads them, too", report.Files, float64(report.Size)/1e9)
	}
	return f
}

func diagnoseLibvips(ctx context.Context, cfg Config) Finding {
	f := Finding{Level: Broken, Subject: "libvips", Remedy: "apt-get install libvips42, or name the library with VITRINE_LIBVIPS"}
	if cfg.Libvips != "" {
		f.Remedy = "correct VITRINE_LIBVIPS, or unset it to use the system's library"
	}
	pool, err := imaging.New(imaging.Config{Workers: 1, Library: cfg.Libvips, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.Text = err.Error()
		return f
	}
	library, err := pool.Check(ctx)
	if err = errors.Join(err, pool.Close()); err != nil {
		f.Text = err.Error()
		return f
	}
	f = Finding{Level: Fine, Subject: "libvips", Text: fmt.Sprintf("%s, decodes %v; %s", library.Version, library.Decodes, confinement(library.Sandbox))}
	if escapes := library.Sandbox.Escapes(); len(escapes) > 0 {
		f.Level, f.Remedy = Notice, "use a kernel with Landlock and seccomp, so that a hostile picture can do no harm"
		f.Text += fmt.Sprintf("; not held back: %v", escapes)
	}
	return f
}

// confinement says by what the decoder processes are held.
func confinement(c imaging.Confinement) string {
	switch {
	case c.Landlock > 0 && c.Seccomp:
		return "decoders have no files and no network"
	case c.Seccomp:
		return "decoders have no network, but this kernel cannot keep files from them"
	}
	return "this kernel cannot confine the decoders"
}

func diagnoseBaseURL(cfg Config) Finding {
	if cfg.BaseURL == "" {
		return Finding{Notice, "public address", "not set", "set VITRINE_BASE_URL to the site's address, such as https://photos.example.com; feeds, previews and webhooks need it"}
	}
	return Finding{Level: Fine, Subject: "public address", Text: cfg.BaseURL}
}

// ofThisEnvironment is said of settings that a server which runs may have been
// started without: nobody can ask it for them.
const ofThisEnvironment = ", by this environment; a server that runs keeps what it was started with"

func diagnoseRateLimit(cfg Config) Finding {
	if cfg.RateLimit == "off" {
		return Finding{Notice, "rate limits", "off" + ofThisEnvironment, "unset VITRINE_RATE_LIMIT unless this is a test"}
	}
	return Finding{Level: Fine, Subject: "rate limits", Text: cfg.RateLimit + ofThisEnvironment}
}
