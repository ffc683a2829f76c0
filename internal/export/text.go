package export

import (
	"cmp"
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// linker makes the address of a place as it is written in a file.
type linker func(place) string

var (
	// styleAddress is an address from the root in CSS.
	styleAddress = regexp.MustCompile(`url\(\s*(["']?)(/[^"')\s]*)["']?\s*\)`)
	// textAddress is an absolute address up to what can end it in XML, in JSON,
	// and in text.
	textAddress = regexp.MustCompile(`https?://[^\s<>"'&\\]+`)
)

// translateStyle translates the addresses in CSS.
func (c *crawl) translateStyle(css string, link linker) (translated string, err error) {
	translated = styleAddress.ReplaceAllStringFunc(css, func(found string) string {
		p, wantErr := c.want(styleAddress.FindStringSubmatch(found)[2])
		if err = errors.Join(err, wantErr); p == nil {
			return found
		}
		return `url("` + link(*p) + `")`
	})
	return translated, err
}

// translateText translates the absolute addresses of the site in a feed, a
// sitemap, or linked data.
func (c *crawl) translateText(text string) string {
	return textAddress.ReplaceAllStringFunc(text, c.translateAbsolute)
}

// translateAbsolute translates an absolute address, if it is the site's. It may be
// one that a person wrote, so nothing may be there.
func (c *crawl) translateAbsolute(address string) string {
	rest, ours := strings.CutPrefix(address, c.BaseURL)
	if c.BaseURL == "" || !ours || (rest != "" && rest[0] != '/') {
		return address
	}
	p, ok := placeOf(cmp.Or(rest, "/"), c.homes)
	if !ok {
		return address
	}
	c.named = append(c.named, p)
	return c.BaseURL + rooted(p)
}

// rootOf returns the path of a base URL, without a slash at its end.
func rootOf(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.EscapedPath(), "/")
}
