package console

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// page is the one page of the app, which reads from the address what to show.
type page struct {
	html   string
	policy string
}

// What the built page has in the places of what is only known here.
const (
	builtRoot    = `"./`
	nonceToCome  = "style-nonce-to-come"
	policyFormat = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonceToCome + "'; " +
		"img-src 'self' data: blob:%[1]s; connect-src 'self'%[1]s; font-src 'self'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

func newPage(files *files, baseURL string) (*page, error) {
	index, ok := files.byName["index.html"]
	if !ok {
		return nil, errors.New("the console was not built: run make dist")
	}
	html := string(index.content)
	if !strings.Contains(html, nonceToCome) {
		return nil, errors.New("the console's page has no place for the nonce of its styles")
	}
	return &page{
		html:   strings.ReplaceAll(html, builtRoot, `"`+files.root()),
		policy: fmt.Sprintf(policyFormat, pictureOrigin(baseURL)),
	}, nil
}

// pictureOrigin is where the API's addresses lead when the site has a public one:
// the console may be open at another, such as one inside the house.
func pictureOrigin(baseURL string) string {
	base, err := url.Parse(baseURL)
	if err != nil || base.Host == "" {
		return ""
	}
	return " " + base.Scheme + "://" + base.Host
}

// serve answers every address that a view of the app may have: none that looks
// like a file's, so that a missing script is not answered with a page.
func (p *page) serve(w http.ResponseWriter, r *http.Request) {
	if path.Ext(r.URL.Path) != "" || strings.HasPrefix(r.URL.Path, assetRoot) {
		missing(w, r)
		return
	}
	nonce := rand.Text()
	h := w.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Security-Policy", strings.ReplaceAll(p.policy, nonceToCome, nonce))
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	shown := strings.ReplaceAll(p.html, nonceToCome, nonce)
	newFile("index.html", []byte(shown)).serve(w, r)
}
