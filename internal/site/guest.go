package site

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
	"github.com/vitrine-photos/vitrine/internal/share"
)

// guest is a visitor who follows a share link, at one request.
type guest struct {
	*Site
	*request
	w      http.ResponseWriter
	visit  *share.Visit // nil before they are let in
	origin *http.CrossOriginProtection
}

// shareActions is the table of what guests do, by method and address.
func shareActions() map[string]func(*guest) error {
	return map[string]func(*guest) error{
		"GET /s/{token}":                  (*guest).showShare,
		"POST /s/{token}":                 (*guest).unlock,
		"POST /s/{token}/name":            (*guest).leaveName,
		"GET /s/{token}/photos.zip":       (*guest).downloadAll,
		"GET /s/{token}/{photo}":          (*guest).showPhoto,
		"POST /s/{token}/{photo}":         (*guest).pick,
		"GET /s/{token}/{photo}/original": (*guest).download,
		"GET /s/{token}/{rest...}":        (*guest).leadNowhere,
	}
}

// handleShares adds what guests do to the routes, in a language. Nothing of it is
// to be kept or found by anyone.
func (s *Site) handleShares(mux *http.ServeMux, l *language) {
	origin := http.NewCrossOriginProtection()
	if s.BaseURL != "" {
		_ = origin.AddTrustedOrigin(s.BaseURL) // one with a path is no origin, and then the host decides
	}
	for pattern, act := range shareActions() {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+l.Prefix+path, func(w http.ResponseWriter, r *http.Request) {
			g := &guest{Site: s, request: newRequest(r, l), w: w, origin: origin}
			h := w.Header()
			h.Set("Cache-Control", "private, no-store")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("X-Robots-Tag", "noindex, nofollow")
			if err := g.follow(act); err != nil { //nolint:contextcheck // it is the request's
				g.refuse(err) //nolint:contextcheck // it is the request's
			}
		})
	}
	mux.HandleFunc(l.Prefix+"/s/{token}", readsAndForms)
	mux.HandleFunc(l.Prefix+"/s/{token}/{rest...}", readsAndForms)
}

// readsAndForms answers a method that shares have no use for.
func readsAndForms(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Allow", "GET, HEAD, POST")
	http.Error(w, "Pages can only be read and filled in.", http.StatusMethodNotAllowed)
}

// follow lets the guest in, as far as the link and the browser's pass go, and has
// them act.
func (g *guest) follow(act func(*guest) error) error {
	if g.Method == http.MethodPost {
		if err := g.readForm(); err != nil {
			return err
		}
	}
	// Whoever tries links is answered no more, not even at a right one.
	if err := g.within(linkClass(), "", false); err != nil {
		return err
	}
	visit, err := g.Shares.Enter(g.Context(), g.PathValue("token"), g.pass())
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		if err := g.within(linkClass(), "", true); err != nil {
			return err
		}
	}
	if errors.Is(err, share.ErrLocked) && g.isUnlocking() {
		err = nil
	}
	if err != nil {
		return err
	}
	g.visit = visit
	return act(g)
}

// isUnlocking reports whether the request brings a password.
func (g *guest) isUnlocking() bool {
	return g.Method == http.MethodPost && g.path == vitrine.SharePath(g.PathValue("token"))
}

// maxForm is the longest form that is read, in bytes.
const maxForm = 16 << 10

// What may be wrong with a form.
var (
	errForm    = errors.New("the form cannot be read")
	errForeign = errors.New("the form is of another site")
)

// readForm reads the form of a page of ours. Pages that send no referrer have the
// browser send "null" as the origin of a form; where it does not say by
// Sec-Fetch-Site either whose it is (over plain HTTP), it passes: cookies do not
// come with other sites' forms, being SameSite, and without them and the link
// there is nothing to be done in anybody's name.
func (g *guest) readForm() error {
	checked := g.Request
	if g.Header.Get("Sec-Fetch-Site") == "" && g.Header.Get("Origin") == "null" {
		checked = g.Clone(g.Context())
		checked.Header.Del("Origin")
	}
	if g.origin.Check(checked) != nil {
		return errForeign
	}
	g.Body = http.MaxBytesReader(g.w, g.Body, maxForm)
	if err := g.ParseForm(); err != nil {
		return errForm
	}
	return nil
}

// The cookies of a share.
const (
	grantCookie   = "share"   // that the password was right
	visitorCookie = "visitor" // who picks
)

// visitorDays is for how long a visitor's picks are theirs.
const visitorDays = 180

func (g *guest) pass() share.Pass {
	var pass share.Pass
	if c, err := g.Cookie(grantCookie); err == nil {
		pass.Grant = c.Value
	}
	if c, err := g.Cookie(visitorCookie); err == nil {
		pass.Visitor = c.Value
	}
	return pass
}

// remember sets a cookie for the share alone, in each language.
func (g *guest) remember(name, value string, ends time.Time) {
	secure := g.TLS != nil || strings.HasPrefix(g.BaseURL, "https:")
	for _, l := range g.languages {
		http.SetCookie(g.w, &http.Cookie{ //nolint:gosec // a site served over plain HTTP has no secure cookies
			Name: name, Value: value, Path: l.at(vitrine.SharePath(g.PathValue("token"))), Expires: ends,
			Secure: secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		})
	}
}

// visitor returns the secret that tells the guest from others, made up the first
// time.
func (g *guest) visitor() string {
	secret := g.pass().Visitor
	if secret == "" {
		secret = share.NewVisitor()
	}
	g.remember(visitorCookie, secret, g.Now().AddDate(0, 0, visitorDays))
	return secret
}

// The limits of what guests do. That of links is for links that lead nowhere, the
// others for one share each.
func linkClass() ratelimit.Class {
	return ratelimit.Class{Name: "share links", Limit: 20, Window: time.Minute}
}

func passwordClass() ratelimit.Class {
	return ratelimit.Class{Name: "share passwords", Limit: 5, Window: time.Minute}
}

func pickClass() ratelimit.Class {
	return ratelimit.Class{Name: "share picks", Limit: 300, Window: time.Minute}
}

func archiveClass() ratelimit.Class {
	return ratelimit.Class{Name: "share archives", Limit: 10, Window: time.Hour}
}

// busyError says that an address has done something too often.
type busyError struct{ until time.Time }

func (busyError) Error() string { return "too many requests" }

// within looks whether the guest's address keeps to a limit, and counts the
// request if told so.
func (g *guest) within(class ratelimit.Class, token string, count bool) error {
	if g.Limiter == nil {
		return nil
	}
	look := g.Limiter.Peek
	if count {
		look = g.Limiter.Take
	}
	decision, err := look(g.Context(), class, token+" "+ratelimit.AddressKey(g.Address(g.Request)))
	if err == nil && !decision.Allowed {
		return busyError{decision.ResetAt}
	}
	return err
}

// refuse answers what went wrong by a page. Whether a link never led anywhere,
// was deleted or has ended, the page is the same.
func (g *guest) refuse(err error) {
	busy, tooBusy := errors.AsType[busyError](err)
	switch {
	case errors.Is(err, errForm):
		err = g.tell(http.StatusBadRequest, g.lang.say("That did not arrive"), g.lang.say("Please go back and try again."))
	case errors.Is(err, errForeign):
		err = g.tell(http.StatusForbidden, g.lang.say("That did not arrive"), g.lang.say("It was sent from another site."))
	case errors.Is(err, share.ErrLocked):
		err = g.askPassword(http.StatusOK, "")
	case vitrine.ErrorCode(err) == vitrine.CodeUnauthenticated:
		err = g.askPassword(http.StatusForbidden, g.lang.say("That is not the password."))
	case tooBusy:
		wait := max(1, int(busy.until.Sub(g.Now()).Seconds()+1))
		g.w.Header().Set("Retry-After", strconv.Itoa(wait))
		err = g.tell(http.StatusTooManyRequests, g.lang.say("A little slower, please"),
			g.lang.count((wait+59)/60, "That was asked too often. Try again in a minute.", "That was asked too often. Try again in %d minutes."))
	case vitrine.ErrorCode(err) == vitrine.CodeConflict:
		err = g.tell(http.StatusConflict, g.lang.say("The list is full"), g.lang.say("As many people as this page takes have marked favourites already."))
	case vitrine.ErrorCode(err) == vitrine.CodeNotFound:
		err = g.showMissing()
	}
	if err != nil {
		g.fail(g.w, g.Request, err)
	}
}

// leadNowhere is for addresses below a share that mean nothing.
func (*guest) leadNowhere() error { return vitrine.NotFound("page", "") }

func (g *guest) showMissing() error {
	p, err := g.newPage(g.request, "missing")
	if err != nil {
		return err
	}
	p.Title, p.Unlisted = g.lang.say("Not found"), true
	p.Path, p.Canonical, p.Alternates = "", "", nil
	return g.show(http.StatusNotFound, p)
}

// noticePage says one thing.
type noticePage struct{ Heading, Words string }

func (g *guest) tell(status int, heading, words string) error {
	p, err := g.privatePage("notice", heading)
	if err != nil {
		return err
	}
	p.Body = noticePage{heading, words}
	return g.show(status, p)
}

// privatePage is a page that is known nowhere, and leads to nothing but the
// site's first one.
func (g *guest) privatePage(name, title string) (*page, error) {
	p, err := g.newPage(g.request, name)
	if err != nil {
		return nil, err
	}
	p.Title, p.Sheet, p.Unlisted = title, "share.css", true
	p.Nav, p.Canonical, p.Feeds = nil, "", false
	return p, nil
}

// show answers with a page. It is not compressed, since it holds secrets beside
// what strangers may write.
func (g *guest) show(status int, p *page) error {
	var body bytes.Buffer
	if err := g.templates[p.Lang].ExecuteTemplate(&body, p.template+".gohtml", p); err != nil {
		return err
	}
	h := g.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	h.Set("Content-Language", p.Lang.Tag)
	h.Set("Content-Security-Policy", contentSecurityPolicy(string(p.Style)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	g.w.WriteHeader(status)
	if g.Method != http.MethodHead {
		_, _ = g.w.Write(body.Bytes()) // the guest may have left
	}
	return nil
}
