// Package app is the composition root: it reads the configuration, builds every
// part of the service once, and runs and ends them in order.
package app

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

// Config is everything that can be set from outside. Each field's flag and its
// environment variable are one setting: --base-url is VITRINE_BASE_URL. Fields
// without a flag hold secrets and are read from the environment only.
type Config struct {
	Addr            string        `default:"127.0.0.1:8080" help:"Address to listen on."`
	Data            string        `default:"./data" help:"Directory for what the embedded default keeps: database, pictures, keys." type:"path"`
	BaseURL         string        `placeholder:"URL" help:"Public address of the site. Without it the URLs in answers begin with /."`
	AllowedOrigins  []string      `placeholder:"ORIGIN" help:"Origins that may write from a browser."`
	StorageLimit    string        `placeholder:"SIZE" help:"Most that files and database may take, such as 50GB; uploads beyond are refused. No limit but the disk by default."`
	StorageURL      string        `hidden:"" placeholder:"URL" help:"Where pictures are kept; files in the data directory by default."`
	AdminUsername   string        `default:"admin" help:"Name of the first super_admin, made when there is no user."`
	AdminEmail      string        `default:"admin@localhost" help:"Address of the first super_admin."`
	AccessTokenTTL  time.Duration `default:"15m" help:"How long an access token is valid."`
	RefreshTokenTTL time.Duration `default:"720h" help:"How long a refresh token is valid."`
	RateLimit       string        `default:"on" help:"on, off, or changed limits such as upload=30/1m,search=120/1m."`
	AuditDays       int           `default:"365" help:"Days that the audit log goes back; 0 keeps it for good."`
	Registration    string        `default:"open" enum:"open,closed" help:"Whether visitors may register: ${enum}."`
	TrustedProxies  []string      `placeholder:"CIDR" help:"Networks whose X-Forwarded-For is believed."`
	MaxPixels       int64         `default:"200000000" help:"Largest picture accepted, in pixels."`
	Workers         int           `help:"Pictures to work on at once; the number of cores by default."`
	Timezone        string        `default:"UTC" help:"Time zone of pictures that name no offset."`
	Libvips         string        `placeholder:"PATH" help:"Another libvips shared library for the workers." type:"path"`
	MetricsAddr     string        `placeholder:"ADDR" help:"A listener of its own for /metrics, which then needs no permission."`
	BackupDir       string        `placeholder:"DIR" help:"Where the server keeps backups that name no directory; backups in the data directory by default." type:"path"`
	BackupEvery     time.Duration `placeholder:"24h" help:"Time between backups that the server makes by itself; none by default."`
	BackupKeep      int           `placeholder:"N" help:"How many backups to keep when the server makes them by itself; all by default."`
	LogFormat       string        `default:"text" enum:"text,json" help:"How to write the log: ${enum}."`

	WebhookAllowPrivate bool `help:"Let webhooks reach private addresses."`

	DatabaseURL   string `kong:"-"`
	RedisURL      string `kong:"-"`
	AdminPassword string `kong:"-"`
	WebhookSecret string `kong:"-"` // of the message that is verified

	Strangers []Stranger `kong:"-"` // what the environment holds in vain
}

// EnvName returns the environment variable of a flag: base-url is VITRINE_BASE_URL.
func EnvName(flag string) string {
	return "VITRINE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// secrets are the settings that may not be flags, by their variables.
func (c *Config) secrets() map[string]*string {
	return map[string]*string{
		"VITRINE_DATABASE_URL":   &c.DatabaseURL,
		"VITRINE_REDIS_URL":      &c.RedisURL,
		"VITRINE_ADMIN_PASSWORD": &c.AdminPassword,
		"VITRINE_WEBHOOK_SECRET": &c.WebhookSecret,
	}
}

// ReadSecrets fills in what may not be a flag.
func (c *Config) ReadSecrets(getenv func(string) string) {
	for name, target := range c.secrets() {
		*target = getenv(name)
	}
}

// Validate reports every setting that cannot be used, and brings the others into
// the form that the rest of the program expects.
func (c *Config) Validate() error {
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	var problems []error
	check := func(flag string, err error) {
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", EnvName(flag), err))
		}
	}
	check("base-url", checkBaseURL(c.BaseURL))
	check("allowed-origins", checkOrigins(c.AllowedOrigins))
	_, err := time.LoadLocation(c.Timezone)
	check("timezone", err)
	_, err = c.trustedProxies()
	check("trusted-proxies", err)
	_, err = c.rateClasses()
	check("rate-limit", err)
	check("access-token-ttl", checkPositive(int64(c.AccessTokenTTL)))
	check("refresh-token-ttl", checkPositive(int64(c.RefreshTokenTTL)))
	_, err = parseSize(c.StorageLimit)
	check("storage-limit", err)
	check("max-pixels", checkPositive(c.MaxPixels))
	if c.Workers < 0 {
		check("workers", errors.New("must not be negative"))
	}
	if c.AuditDays < 0 {
		check("audit-days", errors.New("must not be negative"))
	}
	if c.BackupEvery < 0 {
		check("backup-every", errors.New("must not be negative"))
	}
	if c.BackupKeep < 0 || c.BackupKeep > backup.MaxKeep {
		check("backup-keep", fmt.Errorf("must be between 0 and %d", backup.MaxKeep))
	}
	check("database-url", checkDatabaseURL(c.DatabaseURL))
	if c.RedisURL != "" {
		check("redis-url", errors.New("a cache in Redis is not supported yet; leave it unset to keep the cache in memory"))
	}
	if c.StorageURL != "" {
		check("storage-url", errors.New("S3 storage is not supported yet; leave it unset to keep files in the data directory"))
	}
	return errors.Join(problems...)
}

// checkBaseURL accepts an origin only: the links of the pages begin at the root.
func checkBaseURL(base string) error {
	if base == "" {
		return nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.Scheme+"://"+u.Host != base {
		return errors.New("must be an address such as https://photos.example.com, without a path")
	}
	return nil
}

// checkDatabaseURL does not repeat what it refuses: there is a password in it.
func checkDatabaseURL(database string) error {
	if database == "" || strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://") {
		return nil
	}
	return errors.New("must be of the form postgres://user:password@host/database; leave it unset for SQLite in the data directory")
}

func checkOrigins(origins []string) error {
	for _, origin := range origins {
		if err := http.NewCrossOriginProtection().AddTrustedOrigin(origin); err != nil {
			return fmt.Errorf("%q is not an origin such as https://console.example.com", origin)
		}
	}
	return nil
}

func checkPositive(n int64) error {
	if n <= 0 {
		return errors.New("must be positive")
	}
	return nil
}

// nameAdminSettings says where the faults of the first user come from.
func nameAdminSettings(err error) error {
	problem, ok := errors.AsType[*vitrine.Error](err)
	if !ok || len(problem.Faults) == 0 {
		return err
	}
	var problems []error
	for _, fault := range problem.Faults {
		problems = append(problems, fmt.Errorf("%s: %s", EnvName("admin-"+fault.Field), fault.Message))
	}
	return errors.Join(problems...)
}

// trustedProxies also accepts single addresses.
func (c *Config) trustedProxies() ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	for _, text := range c.TrustedProxies {
		if addr, err := netip.ParseAddr(text); err == nil {
			text += "/" + strconv.Itoa(addr.BitLen())
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a network such as 10.0.0.0/8", text)
		}
		if inner := prefix.Addr(); inner.Is4In6() && prefix.Bits() >= mappedBits {
			prefix = netip.PrefixFrom(inner.Unmap(), prefix.Bits()-mappedBits)
		}
		prefixes = append(prefixes, prefix)
	}
	return prefixes, nil
}

// mappedBits are those that an IPv4 address has in front when it is written as an
// IPv6 address, such as ::ffff:10.0.0.1. Clients are compared without them.
const mappedBits = 96

// rateClasses returns nil when rate limiting is off.
func (c *Config) rateClasses() (*ratelimit.Classes, error) {
	classes := ratelimit.DefaultClasses()
	switch c.RateLimit {
	case "off":
		return nil, nil
	case "on", "":
		return &classes, nil
	}
	classes, err := ratelimit.ParseClasses(c.RateLimit)
	return &classes, err
}

func (c *Config) backupDir() string {
	if c.BackupDir != "" {
		return c.BackupDir
	}
	return filepath.Join(c.Data, "backups")
}

func (c *Config) databaseURL() string {
	if c.DatabaseURL != "" {
		return c.DatabaseURL
	}
	return filepath.Join(c.Data, databaseName)
}
