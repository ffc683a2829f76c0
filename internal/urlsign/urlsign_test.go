package urlsign_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

var key = []byte("0123456789abcdef0123456789abcdef")

func clock(t *time.Time) func() time.Time { return func() time.Time { return *t } }

func parse(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestVerify(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 31, 12, 2, 3, 0, time.UTC)
	signer := urlsign.New(key, clock(&now))
	signed := signer.Sign(urlsign.Media, "/media/abc.jpg", time.Hour)
	unsigned, _, _ := strings.Cut(signed, "sig=")
	other := urlsign.New([]byte("another key, just as long as it "), clock(&now))
	tests := map[string]struct {
		purpose urlsign.Purpose
		raw     string
		after   time.Duration
		want    error
	}{
		"valid":            {urlsign.Media, signed, 0, nil},
		"until the end":    {urlsign.Media, signed, time.Hour, nil},
		"too late":         {urlsign.Media, signed, time.Hour + 10*time.Minute, urlsign.ErrExpired},
		"other purpose":    {urlsign.Upload, signed, 0, urlsign.ErrInvalid},
		"other path":       {urlsign.Media, strings.Replace(signed, "abc", "abd", 1), 0, urlsign.ErrInvalid},
		"other expiry":     {urlsign.Media, strings.Replace(signed, "exp=1", "exp=2", 1), 0, urlsign.ErrInvalid},
		"other key":        {urlsign.Media, other.Sign(urlsign.Media, "/media/abc.jpg", time.Hour), 0, urlsign.ErrInvalid},
		"no signature":     {urlsign.Media, "/media/abc.jpg", 0, urlsign.ErrInvalid},
		"empty signature":  {urlsign.Media, unsigned + "sig=", 0, urlsign.ErrInvalid},
		"a parameter more": {urlsign.Media, signed + "&x=1", 0, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			then := now.Add(test.after)
			err := urlsign.New(key, clock(&then)).Verify(test.purpose, parse(t, test.raw))
			if !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// An address stays the same for a while, so that what it leads to can be kept.
func TestSignIsStable(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 31, 12, 0, 1, 0, time.UTC)
	signer := urlsign.New(key, clock(&now))
	first := signer.Sign(urlsign.Media, "/media/abc.jpg", time.Hour)
	now = now.Add(2 * time.Minute)
	if second := signer.Sign(urlsign.Media, "/media/abc.jpg", time.Hour); second != first {
		t.Errorf("the address changed within two minutes: %s, %s", first, second)
	}
	now = now.Add(10 * time.Minute)
	if third := signer.Sign(urlsign.Media, "/media/abc.jpg", time.Hour); third == first {
		t.Error("the address never changes")
	}
}

func FuzzVerify(f *testing.F) {
	now := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	signer := urlsign.New(key, clock(&now))
	signed := signer.Sign(urlsign.Chunk, "/x", time.Hour)
	f.Add(signed)
	f.Add("/x?exp=&sig=")
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := url.Parse(raw)
		if err != nil {
			t.Skip()
		}
		want := parse(t, signed)
		same := u.Path == want.Path && u.Query().Get("exp") == want.Query().Get("exp") && u.Query().Get("sig") == want.Query().Get("sig")
		if signer.Verify(urlsign.Chunk, u) == nil && !same {
			t.Errorf("accepted %q", raw)
		}
	})
}

// TestSignUntil: an address ends with what it is for, however soon that is.
func TestSignUntil(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 5, 31, 12, 2, 3, 500e6, time.UTC)
	now := start
	signer := urlsign.New(key, clock(&now))
	soon := parse(t, signer.SignUntil(urlsign.Share(7), "/media/abc.jpg", time.Hour, start.Add(time.Minute)))
	later := parse(t, signer.SignUntil(urlsign.Share(7), "/media/abc.jpg", time.Hour, start.Add(24*time.Hour)))
	if err := signer.Verify(urlsign.Share(8), later); !errors.Is(err, urlsign.ErrInvalid) {
		t.Errorf("for another share: %v", err)
	}
	for _, test := range []struct {
		after       time.Duration
		soon, later error
	}{
		{0, nil, nil}, {58 * time.Second, nil, nil}, {time.Minute, urlsign.ErrExpired, nil}, {time.Hour, urlsign.ErrExpired, nil}, {2 * time.Hour, urlsign.ErrExpired, urlsign.ErrExpired},
	} {
		now = start.Add(test.after)
		if err := signer.Verify(urlsign.Share(7), soon); !errors.Is(err, test.soon) {
			t.Errorf("after %v of a minute: %v", test.after, err)
		}
		if err := signer.Verify(urlsign.Share(7), later); !errors.Is(err, test.later) {
			t.Errorf("after %v of a day: %v", test.after, err)
		}
	}
}
