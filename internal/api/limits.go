package api

import (
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

// class is the kind of rate limit that a route counts in.
type class string

// The classes.
const (
	authentication class = "authentication"
	upload         class = "upload"
	search         class = "search"
	general        class = "general"
	admin          class = "admin"
	refreshing     class = "refreshing" // counts as general for the holder of a good token, else as authentication
	unlimited      class = "unlimited"  // counts nowhere; shows the general class
)

// limits counts requests. Without a limiter none is refused.
type limits struct {
	limiter ratelimit.Limiter
	classes ratelimit.Classes
}

func (l limits) of(c class) ratelimit.Class {
	switch c {
	case authentication:
		return l.classes.Authentication
	case upload:
		return l.classes.Upload
	case search:
		return l.classes.Search
	case admin:
		return l.classes.Admin
	}
	return l.classes.General
}

// admit counts the request and says in the answer's headers what is left. A
// limiter that cannot be asked refuses nobody.
func (l limits) admit(c *call, class class) error {
	if class == refreshing {
		class = refreshClass(c.actor)
	}
	counted := l.of(class)
	decision := ratelimit.Decision{
		Allowed: true, Limit: counted.Limit, Remaining: counted.Limit,
		Window: counted.Window, ResetAt: c.now.Add(counted.Window),
	}
	if l.limiter != nil && !c.actor.Operator {
		decide := l.limiter.Take
		if class == unlimited {
			decide = l.limiter.Peek
		}
		made, err := decide(c.Context(), counted, limitKey(c, class))
		if err != nil {
			c.log.WarnContext(c.Context(), "rate limit not known", "request_id", c.id, "err", err)
		} else {
			decision = made
		}
	}
	l.show(c, decision)
	if decision.Allowed || class == unlimited {
		return nil
	}
	return limitExceeded(decision, c.now)
}

// refreshClass is that of a refresh by a token whose holder is the actor. Whoever
// holds one that is good guesses nothing; one that is good for nobody may be a guess.
func refreshClass(holder vitrine.Actor) class {
	if holder.SignedIn() {
		return general
	}
	return authentication
}

// limitKey names who is counted: a user, or for strangers and for
// authentication an address.
func limitKey(c *call, class class) string {
	if c.actor.SignedIn() && class != authentication {
		return "user:" + strconv.FormatInt(c.actor.UserID, 10)
	}
	return ratelimit.AddressKey(c.address)
}

func (l limits) show(c *call, d ratelimit.Decision) {
	h := c.w.Header()
	h.Set("X-Ratelimit-Limit", strconv.Itoa(d.Limit))
	h.Set("X-Ratelimit-Remaining", strconv.Itoa(d.Remaining))
	h.Set("X-Ratelimit-Reset", strconv.FormatInt(ceilUnix(d.ResetAt), 10))
	h.Set("X-Ratelimit-Window", strconv.Itoa(int(d.Window/time.Second)))
}

// limitDetails are the details of RATE_LIMIT_EXCEEDED.
type limitDetails struct {
	Limit   int       `json:"limit"`
	Window  int       `json:"window" doc:"Seconds."`
	ResetAt time.Time `json:"reset_at"`
}

func limitExceeded(d ratelimit.Decision, now time.Time) error {
	return &vitrine.Error{
		Code:       vitrine.CodeRateLimited,
		Message:    "Too many requests. Wait a little and try again.",
		Details:    limitDetails{Limit: d.Limit, Window: int(d.Window / time.Second), ResetAt: time.Unix(ceilUnix(d.ResetAt), 0).UTC()},
		RetryAfter: max(time.Second, d.ResetAt.Sub(now)),
	}
}

// ceilUnix rounds up to a second that is not before t.
func ceilUnix(t time.Time) int64 { return t.Add(time.Second - 1).Unix() }

// bearer returns the token of an Authorization header. The scheme's case does
// not matter.
func bearer(header string) (token string, given bool) {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", header != ""
	}
	return strings.TrimSpace(token), true
}
