package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/app"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*app.Config)
		want   string // of the error; "" for none
	}{
		"as it is":           {func(*app.Config) {}, ""},
		"base":               {func(c *app.Config) { c.BaseURL = "https://photos.example.com" }, ""},
		"base without host":  {func(c *app.Config) { c.BaseURL = "https://" }, "VITRINE_BASE_URL: must be an address such as"},
		"base, not the web":  {func(c *app.Config) { c.BaseURL = "ftp://photos.example.com" }, "VITRINE_BASE_URL"},
		"base with query":    {func(c *app.Config) { c.BaseURL = "https://photos.example.com?a=b" }, "VITRINE_BASE_URL"},
		"base with fragment": {func(c *app.Config) { c.BaseURL = "https://photos.example.com#a" }, "VITRINE_BASE_URL"},
		"base with user":     {func(c *app.Config) { c.BaseURL = "https://me:secret@photos.example.com" }, "VITRINE_BASE_URL"},
		"base with path":     {func(c *app.Config) { c.BaseURL = "https://example.com/photos" }, "VITRINE_BASE_URL"},
		"zone":               {func(c *app.Config) { c.Timezone = "Asia/Tokyo" }, ""},
		"unknown zone":       {func(c *app.Config) { c.Timezone = "Mars/Olympus" }, "VITRINE_TIMEZONE: unknown time zone Mars/Olympus"},
		"proxies":            {func(c *app.Config) { c.TrustedProxies = []string{"10.0.0.0/8", "::1", "192.0.2.7"} }, ""},
		"no proxy":           {func(c *app.Config) { c.TrustedProxies = []string{"proxy"} }, `VITRINE_TRUSTED_PROXIES: "proxy" is not a network`},
		"origins": {func(c *app.Config) {
			c.AllowedOrigins = []string{"https://console.example.com", "http://localhost:5173"}
		}, ""},
		"origin with path": {func(c *app.Config) { c.AllowedOrigins = []string{"https://example.com/console"} }, `VITRINE_ALLOWED_ORIGINS: "https://example.com/console"`},
		"any origin":       {func(c *app.Config) { c.AllowedOrigins = []string{"*"} }, `VITRINE_ALLOWED_ORIGINS: "*"`},
		"limits off":       {func(c *app.Config) { c.RateLimit = "off" }, ""},
		"limits on":        {func(c *app.Config) { c.RateLimit = "on" }, ""},
		"limits changed":   {func(c *app.Config) { c.RateLimit = "upload=30/1m,search=120/1m" }, ""},
		"unknown class":    {func(c *app.Config) { c.RateLimit = "uploads=5/1m" }, `VITRINE_RATE_LIMIT: "uploads"`},
		"no lifetime":      {func(c *app.Config) { c.AccessTokenTTL = 0 }, "VITRINE_ACCESS_TOKEN_TTL: must be positive"},
		"past lifetime":    {func(c *app.Config) { c.RefreshTokenTTL = -time.Hour }, "VITRINE_REFRESH_TOKEN_TTL: must be positive"},
		"workers":          {func(c *app.Config) { c.Workers = -1 }, "VITRINE_WORKERS: must not be negative"},
		"room":             {func(c *app.Config) { c.StorageLimit = "1.5 TiB" }, ""},
		"room in bytes":    {func(c *app.Config) { c.StorageLimit = "1000000" }, ""},
		"no room":          {func(c *app.Config) { c.StorageLimit = "0" }, "VITRINE_STORAGE_LIMIT: must be a size such as 50GB"},
		"room of a kind":   {func(c *app.Config) { c.StorageLimit = "50 GX" }, "VITRINE_STORAGE_LIMIT"},
		"room without end": {func(c *app.Config) { c.StorageLimit = "inf" }, "VITRINE_STORAGE_LIMIT"},
		"too much room":    {func(c *app.Config) { c.StorageLimit = "99999 PB" }, "VITRINE_STORAGE_LIMIT"},
		"negative room":    {func(c *app.Config) { c.StorageLimit = "-5GB" }, "VITRINE_STORAGE_LIMIT"},
		"pixels":           {func(c *app.Config) { c.MaxPixels = -1 }, "VITRINE_MAX_PIXELS: must be positive"},
		"Redis":            {func(c *app.Config) { c.RedisURL = "redis://localhost" }, "VITRINE_REDIS_URL: a cache in Redis is not supported"},
		"PostgreSQL":       {func(c *app.Config) { c.DatabaseURL = "postgres://localhost/vitrine" }, ""},
		"PostgreSQL, long": {func(c *app.Config) { c.DatabaseURL = "postgresql://localhost/vitrine" }, ""},
		"MySQL":            {func(c *app.Config) { c.DatabaseURL = "mysql://me:secret@localhost/vitrine" }, "VITRINE_DATABASE_URL: must be of the form postgres://"},
		"a database file":  {func(c *app.Config) { c.DatabaseURL = "secret.db" }, "VITRINE_DATABASE_URL: must be of the form postgres://"},
		"S3":               {func(c *app.Config) { c.StorageURL = "s3://bucket" }, "VITRINE_STORAGE_URL: S3 storage is not supported"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t)
			test.change(&cfg)
			err := cfg.Validate()
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("a secret is told: %v", err)
			}
		})
	}
}

// Every fault is named in one go, and what is usable is brought into form.
func TestValidateReportsAll(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.BaseURL, cfg.Timezone, cfg.RateLimit = "nowhere", "nowhere", "nowhere"
	err := cfg.Validate()
	for _, name := range []string{"VITRINE_BASE_URL", "VITRINE_TIMEZONE", "VITRINE_RATE_LIMIT"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
	cfg = config(t)
	cfg.BaseURL = "https://photos.example.com/"
	if err := cfg.Validate(); err != nil || cfg.BaseURL != "https://photos.example.com" {
		t.Errorf("the base became %q (%v)", cfg.BaseURL, err)
	}
}

func TestEnvName(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]string{"base-url": "VITRINE_BASE_URL", "addr": "VITRINE_ADDR", "access-token-ttl": "VITRINE_ACCESS_TOKEN_TTL"} {
		if got := app.EnvName(flag); got != want {
			t.Errorf("%s is %s, want %s", flag, got, want)
		}
	}
}

func TestReadSecrets(t *testing.T) {
	t.Parallel()
	var cfg app.Config
	cfg.ReadSecrets(func(key string) string { return "<" + key + ">" })
	if cfg.DatabaseURL != "<VITRINE_DATABASE_URL>" || cfg.RedisURL != "<VITRINE_REDIS_URL>" || cfg.AdminPassword != "<VITRINE_ADMIN_PASSWORD>" {
		t.Errorf("read %+v", cfg)
	}
}
