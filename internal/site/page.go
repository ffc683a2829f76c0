package site

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/cache"
)

// page is what a template is given: what all pages have, and the Body of its own.
type page struct {
	template string
	settings vitrine.Settings
	pictures int   // on it so far
	photo    int64 // that visitors look at; 0 for none

	Lang        *language
	Site        siteView
	Nav         []navItem
	Path        string // of the page, in the default language
	Title       string // "" on the home page
	Description string
	Canonical   string
	Alternates  []alternate // the page in each language
	Image       *imageView
	Feeds       bool           // there are feeds, since the public address is known
	Embeddable  string         // where others learn how to embed the page; "" if they cannot
	LinkedData  map[string]any // the page for search engines; nil for none
	Style       template.CSS   // built from numbers and validated colours only
	Unlisted    bool           // search engines should leave it out
	Sheet       string         // the style sheet that only this kind of page needs; "" for none
	Expected    string         // id of the element before which nothing is painted
	Body        any
}

// siteView is what every page says of the site.
type siteView struct {
	Title, Description, Author, Email string
	Animated                          bool
	Seconds                           int // between photos of a slide show
	Look                              string
	Dark                              bool
	DarkMedia                         string // media query under which the dark colours hold
	Grounds                           bool   // visitors may choose the light or the dark one
}

// navItem leads to a part of the site.
type navItem struct {
	Path    string `json:"path"`
	Name    string `json:"name"`
	Ours    bool   `json:"ours"` // in the site's words, not the photographer's
	Current bool   `json:"-"`
}

// alternate is the page in a language.
type alternate struct {
	Tag, Name string
	Path      string
	URL       string // absolute; "" when the public address is not known
	Current   bool
}

// imageView is a picture for previews elsewhere, with an absolute address.
type imageView struct {
	URL           string
	Width, Height int
}

func (s *Site) newPage(r *request, name string) (*page, error) {
	settings, err := s.Settings(r.Context())
	if err != nil {
		return nil, err
	}
	p := &page{template: name, settings: settings, Lang: r.lang, Site: newSiteView(settings), Path: r.path, Feeds: s.BaseURL != "", Expected: "main"}
	p.Style = themeStyle(settings.Display)
	s.setAddress(p, r.path)
	p.Nav, err = s.navigation(r)
	return p, err
}

// setAddress says under which address the page wants to be known.
func (s *Site) setAddress(p *page, path string) {
	p.Canonical = s.absolute(p.Lang.at(path))
	p.Alternates = nil
	for _, l := range s.languages {
		p.Alternates = append(p.Alternates, alternate{
			Tag: l.Tag, Name: l.Name, Path: l.at(path), URL: s.absolute(l.at(path)), Current: l == p.Lang,
		})
	}
}

// navGalleries is how many galleries the navigation names.
const navGalleries = 4

// navigation leads into the portfolio, and says where a page is in it. It is kept
// as pages are, so that a page that is made anew need not ask for it.
func (s *Site) navigation(r *request) (items []navItem, err error) {
	entry, err := s.Pages.Load(r.Context(), cache.Pages, "navigation "+r.lang.Tag, func(ctx context.Context) ([]byte, error) {
		items, err := s.ways(ctx, r.lang)
		if err != nil {
			return nil, err
		}
		return json.Marshal(items)
	})
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(entry, &items); err != nil {
		return nil, fmt.Errorf("read the kept navigation: %w", err)
	}
	for i, item := range items {
		items[i].Current = item.Path == r.path
	}
	return items, nil
}

// ways names the first galleries, and the other ways into the portfolio.
func (s *Site) ways(ctx context.Context, l *language) ([]navItem, error) {
	roots, err := s.Catalog.ChildCategories(ctx, vitrine.Actor{}, nil, navGalleries+1)
	if err != nil {
		return nil, err
	}
	var items []navItem
	for _, c := range roots[:min(len(roots), navGalleries)] {
		items = append(items, navItem{Path: categoryPath(c.Path), Name: c.Name})
	}
	if len(roots) > navGalleries {
		items = append(items, navItem{Path: "/galleries", Name: l.say("All galleries"), Ours: true})
	}
	timeline, err := s.Catalog.HasTimeline(ctx, vitrine.Actor{})
	if err != nil {
		return nil, err
	}
	if timeline {
		items = append(items, navItem{Path: timelineStart, Name: l.say("Timeline"), Ours: true})
	}
	places, err := s.Catalog.Places(ctx, 1)
	if err != nil {
		return nil, err
	}
	if len(places) > 0 {
		items = append(items, navItem{Path: mapPath, Name: l.say("Map"), Ours: true})
	}
	items = append(items, navItem{Path: searchPath, Name: l.say("Search"), Ours: true})
	return append(items, navItem{Path: "/about", Name: l.say("About"), Ours: true}), nil
}

func newSiteView(settings vitrine.Settings) siteView {
	v := siteView{
		Title:       settings.General.SiteTitle,
		Description: settings.General.SiteDescription,
		Author:      settings.General.SiteAuthor,
		Email:       settings.General.SiteEmail,
		Animated:    settings.Display.EnableAnimations,
		Seconds:     settings.Display.SlideshowSeconds,
		Look:        settings.Display.Look,
	}
	switch {
	case settings.Display.Look == "dark": // paper is light whatever the look
		v.Dark, v.DarkMedia = true, "screen"
	case settings.Display.EnableDarkMode:
		v.Dark, v.DarkMedia, v.Grounds = true, "screen and (prefers-color-scheme: dark)", true
	}
	return v
}

// themeStyle sets the theme's colours, for each ground on which they can be read.
func themeStyle(display vitrine.DisplaySettings) template.CSS {
	var rules strings.Builder
	for _, ground := range grounds() {
		if contrast(display.ThemePrimaryColor, ground.color) >= readableContrast {
			fmt.Fprintf(&rules, "--primary-%s:%s;", ground.name, display.ThemePrimaryColor)
		}
		if contrast(display.ThemeSecondaryColor, ground.color) >= readableContrast {
			fmt.Fprintf(&rules, "--accent-%s:%s;", ground.name, display.ThemeSecondaryColor)
		}
	}
	if rules.Len() == 0 {
		return ""
	}
	return template.CSS(":root{" + rules.String() + "}") //nolint:gosec // the settings take colours only
}

func (p *page) addStyle(css template.CSS) { p.Style += css }

// absolute returns a URL for use outside of the site, or "" when the public
// address is not known.
func (s *Site) absolute(path string) string {
	if s.BaseURL == "" {
		return ""
	}
	if strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://") {
		return path
	}
	return s.BaseURL + path
}

// preview returns the picture by which others announce a page that shows photo.
func (s *Site) preview(photo *vitrine.Photo) *imageView {
	r, ok := photo.Rendition(vitrine.ThumbLarge)
	if url := s.absolute(s.URLs.Rendition(r, true)); ok && url != "" {
		return &imageView{URL: url, Width: r.Width, Height: r.Height}
	}
	return nil
}

// listed returns a page of the photos that a filter selects for the public. A
// page past the end is not found.
func (s *Site) listed(ctx context.Context, p *page, filter vitrine.PhotoFilter) (vitrine.PhotoPage, error) {
	filter.Page.Limit, filter.PicturesOnly = p.settings.Display.PhotosPerPage, true
	found, err := s.Catalog.Photos(ctx, vitrine.Actor{}, filter)
	if err == nil && len(found.Photos) == 0 && filter.Page.Number > 1 {
		err = vitrine.NotFound("page", filter.Page.Number)
	}
	return found, err
}
