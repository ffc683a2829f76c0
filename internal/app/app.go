package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/console"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
	"github.com/vitrine-photos/vitrine/internal/identity"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/jobs"
	"github.com/vitrine-photos/vitrine/internal/media"
	"github.com/vitrine-photos/vitrine/internal/passhash"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
	"github.com/vitrine-photos/vitrine/internal/settings"
	"github.com/vitrine-photos/vitrine/internal/share"
	"github.com/vitrine-photos/vitrine/internal/site"
	"github.com/vitrine-photos/vitrine/internal/stats"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
	"github.com/vitrine-photos/vitrine/internal/webhook"
)

// App is the whole service. Make it with New, then Run it once.
type App struct {
	cfg   Config
	log   *slog.Logger
	now   func() time.Time
	keys  keys
	zone  *time.Location
	lock  *lock
	parts []part // what was opened, in order; closed in reverse

	db       *store.DB
	blobs    *blob.Local
	cache    *cache.Memory // what the API answers
	pages    *cache.Memory // of the site
	decoders *imaging.Pool
	hashes   *passhash.Hasher
	identity *identity.Identity
	requests *idempotency.Requests
	settings *settings.Settings
	stats    *stats.Stats
	catalog  *catalog.Catalog
	ingest   *ingest.Ingest
	shares   *share.Shares
	webhooks *webhook.Webhooks
	backups  *backup.Backups
	jobs     *jobs.Runner
	media    *media.Handler
	limiter  ratelimit.Limiter // nil: off
	api      *api.API
	site     *site.Site
	console  *console.Console
	metrics  *metrics
	health   *healthReport
	pace     pace

	listener        net.Listener
	metricsListener net.Listener // nil: none of its own
	firstPassword   string
}

// part is something that must be closed.
type part struct {
	name  string
	close func() error
}

// New opens everything, listens, but does not answer yet. When another process
// serves from the same directory it returns *InUseError.
func New(ctx context.Context, cfg Config, log *slog.Logger) (*App, error) {
	return open(ctx, cfg, log, time.Now)
}

func open(ctx context.Context, cfg Config, log *slog.Logger, now func() time.Time) (_ *App, err error) {
	a := &App{cfg: cfg, log: log, now: now, pace: ordinaryPace()}
	a.health = &healthReport{look: a.lookAtParts, now: a.now}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	for _, step := range []func(context.Context) error{
		a.openData, a.openStore, a.openIdentity, a.openOperations, a.openFront, a.listen, a.ensureFirstUser,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	a.warn()
	return a, nil
}

// Addr is where the app listens, such as "127.0.0.1:8080".
func (a *App) Addr() string { return a.listener.Addr().String() }

// MetricsAddr is where /metrics has a listener of its own, or "".
func (a *App) MetricsAddr() string {
	if a.metricsListener == nil {
		return ""
	}
	return a.metricsListener.Addr().String()
}

// FirstPassword is the password that was made up for the first user at this
// start, or "".
func (a *App) FirstPassword() string { return a.firstPassword }

// Close ends what New opened. Run calls it.
func (a *App) Close() error {
	var problems []error
	for len(a.parts) > 0 {
		last := a.parts[len(a.parts)-1]
		a.parts = a.parts[:len(a.parts)-1]
		if err := last.close(); err != nil {
			problems = append(problems, fmt.Errorf("close the %s: %w", last.name, err))
		}
	}
	return errors.Join(problems...)
}

func (a *App) opened(name string, end func() error) {
	a.parts = append(a.parts, part{name, end})
}

func (a *App) openData(context.Context) (err error) {
	if a.zone, err = time.LoadLocation(a.cfg.Timezone); err != nil {
		return err
	}
	if a.lock, err = takeLock(a.cfg.Data); err != nil {
		return err
	}
	a.opened("lock", a.lock.release)
	if err := refuseHalfRestored(a.cfg.Data); err != nil {
		return err
	}
	a.keys, err = openKeys(a.cfg.Data)
	return err
}

func (a *App) openStore(ctx context.Context) (err error) {
	a.db, err = store.Open(ctx, store.Config{URL: a.cfg.databaseURL(), Now: a.now, Log: a.log})
	if err != nil {
		return err
	}
	a.opened("database", a.db.Close)
	a.blobs, err = blob.OpenLocal(filepath.Join(a.cfg.Data, blobsName), a.now)
	if err != nil {
		return err
	}
	a.cache = cache.NewMemory(cacheBytes, cache.All()...)
	a.pages = cache.NewMemory(pageBytes, cache.Pages)
	a.db.OnCommit(a.committed)
	return nil
}

// How much is kept in memory: answers of the API, and pages of the site, of which
// it holds about a thousand.
const (
	cacheBytes = 16 << 20
	pageBytes  = 48 << 20
)

// committed runs after each commit, before its caller is answered, so that a
// read after a write is never stale.
func (a *App) committed(effects store.Effects) {
	var changed []cache.Category
	for _, topic := range effects.Topics {
		changed = append(changed, cachedFrom(topic)...)
	}
	_, err := a.cache.Invalidate(context.Background(), changed...)
	if slices.ContainsFunc(effects.Topics, shownOnPages) {
		_, pagesErr := a.pages.Invalidate(context.Background(), cache.Pages)
		err = errors.Join(err, pagesErr)
	}
	if err != nil {
		a.log.Error("cache not invalidated", "err", err)
	}
	if effects.JobsAdded && a.jobs != nil {
		a.jobs.Wake()
	}
}

// cachedFrom returns the categories of answers that a topic is part of. Photos
// are shown with the names and colours of their categories and tags.
func cachedFrom(topic store.Topic) []cache.Category {
	switch topic {
	case store.TopicPhotos:
		return []cache.Category{cache.Photos, cache.Categories, cache.Tags}
	case store.TopicCounters:
		return []cache.Category{cache.Photos}
	case store.TopicCategories:
		return []cache.Category{cache.Categories, cache.Photos}
	case store.TopicTags:
		return []cache.Category{cache.Tags, cache.Photos}
	case store.TopicTimeline:
		return []cache.Category{cache.Photos}
	case store.TopicSettings:
		return []cache.Category{cache.Settings}
	}
	return nil
}

// shownOnPages reports whether the site's pages show anything of a topic. They
// show no counters, which change every few seconds, and no users.
func shownOnPages(topic store.Topic) bool {
	return topic != store.TopicCounters && topic != store.TopicUsers
}

func (a *App) openIdentity(context.Context) (err error) {
	a.hashes = passhash.New(passhash.DefaultCost())
	a.identity = identity.New(identity.Config{
		DB: a.db, Key: a.keys.tokens, Passwords: a.hashes, AccessTTL: a.cfg.AccessTokenTTL, RefreshTTL: a.cfg.RefreshTokenTTL,
		RegistrationOpen: a.cfg.Registration == "open", AuditRetention: time.Duration(a.cfg.AuditDays) * 24 * time.Hour, Now: a.now, Log: a.log,
	})
	a.requests, err = idempotency.New(idempotency.Config{DB: a.db, Secret: a.keys.answers, Now: a.now})
	return err
}

// ensureFirstUser comes last: a password made up by a start that fails
// afterwards would never be shown to anyone.
func (a *App) ensureFirstUser(ctx context.Context) (err error) {
	_, a.firstPassword, err = a.identity.EnsureSuperAdmin(ctx, a.cfg.AdminUsername, a.cfg.AdminEmail, a.cfg.AdminPassword)
	return nameAdminSettings(err)
}

func (a *App) openOperations(context.Context) (err error) {
	a.settings = settings.New(a.db, a.cache)
	a.decoders, err = imaging.New(imaging.Config{
		Workers: a.cfg.Workers, Library: a.cfg.Libvips, MaxPixels: a.cfg.MaxPixels, Log: a.log,
	})
	if err != nil {
		return err
	}
	a.opened("decoders", a.decoders.Close)
	a.catalog = catalog.New(catalog.Config{
		DB: a.db, Settings: a.settings.Get, VisitorKey: a.keys.visitors, Now: a.now, Log: a.log,
	})
	limit, err := parseSize(a.cfg.StorageLimit)
	if err != nil {
		return err
	}
	a.ingest = ingest.New(ingest.Config{
		DB: a.db, Blobs: a.blobs, Imaging: a.decoders, Settings: a.settings.Get, Zone: a.zone, Now: a.now, Log: a.log,
		StorageLimit: limit,
	})
	a.shares = share.New(share.Config{DB: a.db, Passwords: a.hashes, Key: a.keys.shares, Now: a.now})
	a.webhooks, err = webhook.New(webhook.Config{
		DB: a.db, Key: a.keys.webhooks, Site: a.cfg.BaseURL, AllowPrivate: a.cfg.WebhookAllowPrivate,
		Version: Version(), Now: a.now, Log: a.log,
	})
	if err != nil {
		return err
	}
	a.backups = backup.New(backup.Config{
		DB: a.db, Blobs: a.blobs, SecretPath: filepath.Join(a.cfg.Data, secretName), Directory: a.cfg.backupDir(),
		Every: a.cfg.BackupEvery, Keep: a.cfg.BackupKeep, Version: Version(), Now: a.now, Log: a.log,
	})
	a.stats = stats.New(stats.Config{DB: a.db, Capacity: a.capacity, Health: a.Health, Now: a.now})
	a.jobs = jobs.New(jobs.Config{
		DB: a.db, Now: a.now, Log: a.log,
		Alone: a.db.Engine() == "sqlite", // the lock on the data directory sees to it
		Queues: map[vitrine.JobKind]jobs.Queue{
			vitrine.JobDeliver:   {Workers: webhook.Workers, Handle: a.webhooks.Deliver},
			vitrine.JobDerive:    {Workers: a.decoders.Workers(), Handle: a.ingest.Derive, Abandon: a.ingest.Abandon},
			vitrine.JobJanitor:   {Workers: 1, Handle: a.tidy},
			vitrine.JobBackup:    {Workers: 1, Handle: a.backups.Run, Abandon: a.backups.Abandon},
			vitrine.JobBackupDue: {Workers: 1, Handle: a.backups.Due},
		},
		Schedules: a.schedules(),
	})
	return nil
}

// backupCheck is how often it is looked whether a backup is due.
const backupCheck = 10 * time.Minute

func (a *App) schedules() []jobs.Schedule {
	schedules := []jobs.Schedule{{Kind: vitrine.JobJanitor, Every: time.Hour}}
	if every := a.cfg.BackupEvery; every > 0 {
		schedules = append(schedules, jobs.Schedule{Kind: vitrine.JobBackupDue, Every: min(every, backupCheck)})
	}
	return schedules
}

// tidy is the janitor: it removes what nothing refers to any more.
func (a *App) tidy(ctx context.Context, job *vitrine.Job) error {
	return errors.Join(a.ingest.Sweep(ctx, job), a.identity.Sweep(ctx), a.catalog.Sweep(ctx), a.webhooks.Sweep(ctx), a.requests.Sweep(ctx), a.jobs.Sweep(ctx))
}

func (a *App) openFront(context.Context) (err error) {
	signer := urlsign.New(a.keys.urls, a.now)
	urls := media.URLs{Base: a.cfg.BaseURL, Signer: signer}
	if err := a.openAPI(urls); err != nil {
		return err
	}
	a.media = media.New(media.Config{
		DB: a.db, Blobs: a.blobs, Signer: signer, Settings: a.settings.Get,
		Actor: a.api.Actor, Fail: a.api.Fail, CountDownload: a.catalog.CountDownload, Log: a.log,
	})
	a.metrics = newMetrics(a)
	a.site, err = site.New(site.Config{
		Catalog: a.catalog, Settings: a.settings.Get, Pages: a.pages, URLs: media.URLs{Signer: signer}, BaseURL: a.cfg.BaseURL,
		Address: a.api.ClientAddr, Shares: a.shares, Media: a.media, Limiter: a.limiter, Now: a.now, Log: a.log,
	})
	if err != nil {
		return err
	}
	a.console, err = console.New(console.Config{
		API: a.api, Refresh: a.api.Refresher(), Fail: a.api.Fail, RefreshTTL: a.cfg.RefreshTokenTTL, BaseURL: a.cfg.BaseURL,
	})
	return err
}

func (a *App) openAPI(urls media.URLs) error {
	cfg := api.Config{
		Catalog: a.catalog, Identity: a.identity, Ingest: a.ingest, Settings: a.settings,
		Stats: a.stats, Shares: a.shares, Webhooks: a.webhooks, Requests: a.requests, Backups: a.backups, Cache: a.cache,
		URLs: urls, Signer: urls.Signer, Health: a.Health, Version: Version(),
		BaseURL: a.cfg.BaseURL, AllowedOrigins: a.cfg.AllowedOrigins, Now: a.now, Log: a.log,
	}
	if err := a.watchProxies(&cfg); err != nil {
		return err
	}
	classes, err := a.cfg.rateClasses()
	if err != nil {
		return err
	}
	if classes != nil {
		a.limiter = ratelimit.NewMemory(a.now)
		cfg.Limiter, cfg.Classes = a.limiter, *classes
	}
	a.api, err = api.New(cfg)
	return err
}

func (a *App) listen(ctx context.Context) (err error) {
	if a.listener, err = a.listenOn(ctx, "listener", a.cfg.Addr); err != nil {
		return err
	}
	if a.cfg.MetricsAddr != "" {
		if a.metricsListener, err = a.listenOn(ctx, "metrics listener", a.cfg.MetricsAddr); err != nil {
			return err
		}
	}
	return a.lock.announce(a.Addr())
}

func (a *App) listenOn(ctx context.Context, name, address string) (net.Listener, error) {
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	a.opened(name, func() error {
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil // the server has closed it
	})
	return listener, nil
}

// warn says once what is likely to be a mistake.
func (a *App) warn() {
	if a.cfg.BaseURL == "" {
		a.log.Warn("VITRINE_BASE_URL is not set: feeds, previews and webhooks need the site's public address")
	}
	if a.cfg.RateLimit == "off" {
		a.log.Warn("rate limits are off")
	}
	for _, s := range a.cfg.Strangers {
		a.log.Warn("a variable of the environment is no setting and has no effect", "name", s.Name, "hint", s.hint())
	}
}
