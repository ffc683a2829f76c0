package export

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// crawl reads the site, link by link.
type crawl struct {
	Config
	tree    *tree
	queue   []place           // what is linked to
	named   []place           // what absolute addresses name, maybe in what people wrote
	known   map[string]string // what was asked for each file
	homes   []string          // the addresses of the home page in other languages
	missing []string          // what is linked to, but is not there
	result  Result
}

func newCrawl(cfg Config, t *tree) *crawl {
	return &crawl{Config: cfg, tree: t, known: map[string]string{}}
}

// run copies all that can be reached.
func (c *crawl) run(ctx context.Context) error {
	begin := []string{"/", "/robots.txt"}
	if c.BaseURL != "" {
		begin = append(begin, "/sitemap.xml", "/feed.atom", "/feed.json")
	}
	for _, address := range begin {
		if _, err := c.want(address); err != nil {
			return err
		}
	}
	for len(c.queue)+len(c.named) > 0 {
		if err := c.next(ctx); err != nil {
			return err
		}
	}
	for _, home := range append([]string{"/"}, c.homes...) {
		if err := c.copyNotFound(ctx, home+notFoundFile); err != nil {
			return err
		}
	}
	return nil
}

// next copies what is linked to, and then what is only named.
func (c *crawl) next(ctx context.Context) error {
	if len(c.queue) == 0 {
		p := c.named[0]
		c.named = c.named[1:]
		if _, ok := placeOf(p.asked, c.homes); !ok || c.known[p.file] != "" || c.ask(ctx, http.MethodHead, p.asked).status != http.StatusOK {
			return nil
		}
		c.known[p.file] = p.asked
		c.queue = append(c.queue, p)
	}
	p := c.queue[0]
	c.queue = c.queue[1:]
	if err := c.copy(ctx, p); err != nil {
		return fmt.Errorf("copy %s: %w", p.asked, err)
	}
	return nil
}

// want returns the place of an address that is linked to, and sees to it that it
// is copied. It returns no place for what is not part of a copy.
func (c *crawl) want(address string) (*place, error) {
	p, ok := placeOf(address, c.homes)
	if !ok {
		return nil, nil //nolint:nilnil // there is none
	}
	asked, known := c.known[p.file]
	if known && asked != p.asked {
		return nil, fmt.Errorf("both %s and %s would be the file %s: rename one of them", asked, p.asked, p.file)
	}
	if !known {
		c.known[p.file] = p.asked
		c.queue = append(c.queue, p)
	}
	return &p, nil
}

// copy copies one thing.
func (c *crawl) copy(ctx context.Context, p place) error {
	isPicture := strings.HasPrefix(p.file, "media/")
	if isPicture && c.keepPicture(ctx, p) {
		c.count(p)
		return nil
	}
	a := c.ask(ctx, http.MethodGet, p.asked)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.status == http.StatusNotFound, a.status == http.StatusGone:
		c.missing = append(c.missing, p.asked)
		return nil
	case a.status != http.StatusOK:
		return fmt.Errorf("the site answers %d: %s", a.status, strings.TrimSpace(a.content.String()))
	}
	content, err := c.translate(a, p)
	if err != nil {
		return err
	}
	if err := c.tree.write(p.file, content); err != nil {
		return err
	}
	c.count(p)
	return nil
}

// keepPicture takes a picture from the copy of before. It is named by its content.
func (c *crawl) keepPicture(ctx context.Context, p place) bool {
	a := c.ask(ctx, http.MethodHead, p.asked)
	size, err := strconv.ParseInt(a.header.Get("Content-Length"), 10, 64)
	return err == nil && a.status == http.StatusOK && c.tree.keep(p.file, size)
}

func (c *crawl) count(p place) {
	switch {
	case p.isPage():
		c.result.Pages++
	case strings.HasPrefix(p.file, "media/"):
		c.result.Pictures++
	default:
		c.result.Others++
	}
	if c.Progress != nil {
		c.Progress(c.result.Pages + c.result.Pictures + c.result.Others)
	}
}

// translate makes the addresses in an answer those of the copy.
func (c *crawl) translate(a *answer, p place) ([]byte, error) {
	kind, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return nil, fmt.Errorf("the type of the content: %w", err)
	}
	folder := path.Dir(p.file)
	switch {
	case kind == "text/html":
		return c.translatePage(a.content.Bytes(), p.asked == "/", func(to place) string { return relative(folder, to.file) }, true)
	case kind == "text/css":
		text, err := c.translateStyle(a.content.String(), func(to place) string { return relative(folder, to.file) })
		return []byte(text), err
	case kind == "text/plain", strings.HasSuffix(kind, "xml"), strings.HasSuffix(kind, "json"):
		return []byte(c.translateText(a.content.String())), nil
	}
	return a.content.Bytes(), nil
}

// notFoundFile is where static servers look for what they show instead of a page
// that is not there, wherever that would be.
const notFoundFile = "404.html"

// copyNotFound copies the page for what is not there. It links from the root.
func (c *crawl) copyNotFound(ctx context.Context, address string) error {
	a := c.ask(ctx, http.MethodGet, address)
	if a.status != http.StatusNotFound {
		return fmt.Errorf("the site answers %d for what is not there", a.status)
	}
	root := rootOf(c.BaseURL)
	content, err := c.translatePage(a.content.Bytes(), false, func(to place) string { return root + rooted(to) }, false)
	if err != nil {
		return err
	}
	file := strings.TrimPrefix(address, "/")
	c.result.Others++
	return c.tree.write(file, content)
}

// ask sends the site a request, as a visitor would.
func (c *crawl) ask(ctx context.Context, method, address string) *answer {
	a := &answer{header: http.Header{}, status: http.StatusOK}
	r, err := http.NewRequestWithContext(ctx, method, address, http.NoBody)
	if err != nil {
		a.status = http.StatusBadRequest
		return a
	}
	r.RequestURI = address
	c.Site.ServeHTTP(a, r)
	return a
}

// answer collects what the site answers.
type answer struct {
	header  http.Header
	status  int
	content bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answer) Write(p []byte) (int, error) { return a.content.Write(p) }
