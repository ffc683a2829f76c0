package site

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// view is what a template is given.
type view struct {
	template    string
	settings    vitrine.Settings
	Site        siteView
	IsHome      bool
	Title       string // of the page; "" on the home page
	Description string
	Canonical   string
	Image       *imageView
	Style       template.CSS // built from numbers and validated colours only

	Tiles        []tileView
	Newer, Older any // a URL on the home page, a link on a photo's page

	Photo    tileView
	Taken    string
	TakenISO string
	Place    string
	Words    string
	Tags     []string
	EXIF     []fact
}

// siteView is what every page says of the site.
type siteView struct {
	Title, Description, Author, Email string
	Animated                          bool
	Dark                              bool
	DarkMedia                         string // media query under which the dark colours hold; "" always
}

// imageView is a picture for previews elsewhere, with an absolute address.
type imageView struct {
	URL           string
	Width, Height int
}

// fact is a line of the camera panel.
type fact struct{ Name, Value string }

// link leads to another photo.
type link struct{ Slug, Title string }

func (s *Site) newView(r *http.Request, name string) (*view, error) {
	settings, err := s.Settings(r.Context())
	if err != nil {
		return nil, err
	}
	v := &view{template: name, settings: settings, Site: newSiteView(settings)}
	v.Style = themeStyle(settings.Display)
	return v, nil
}

func newSiteView(settings vitrine.Settings) siteView {
	v := siteView{
		Title:       settings.General.SiteTitle,
		Description: settings.General.SiteDescription,
		Author:      settings.General.SiteAuthor,
		Email:       settings.General.SiteEmail,
		Animated:    settings.Display.EnableAnimations,
		Dark:        settings.Display.Look == "dark" || settings.Display.EnableDarkMode,
	}
	if settings.Display.Look != "dark" {
		v.DarkMedia = "(prefers-color-scheme: dark)"
	}
	return v
}

// themeStyle sets the theme's colours where they can be read: on the light
// paper only, since a colour chosen for one ground seldom suits the other.
func themeStyle(display vitrine.DisplaySettings) template.CSS {
	if display.Look == "dark" {
		return ""
	}
	var rules strings.Builder
	if contrastOnPaper(display.ThemePrimaryColor) >= readableContrast {
		fmt.Fprintf(&rules, "--primary:%s;", display.ThemePrimaryColor)
	}
	if contrastOnPaper(display.ThemeSecondaryColor) >= readableContrast {
		fmt.Fprintf(&rules, "--accent:%s;", display.ThemeSecondaryColor)
	}
	if rules.Len() == 0 {
		return ""
	}
	query := "@media (prefers-color-scheme:light)"
	if !display.EnableDarkMode {
		query = "@media all"
	}
	return template.CSS(query + "{:root{" + rules.String() + "}}") //nolint:gosec // the settings take colours only
}

func (v *view) addStyle(css template.CSS) { v.Style += css }

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

func (s *Site) preview(photo *vitrine.Photo) *imageView {
	r, ok := photo.Rendition(vitrine.ThumbLarge)
	if url := s.absolute(s.URLs.Rendition(r, true)); ok && url != "" {
		return &imageView{URL: url, Width: r.Width, Height: r.Height}
	}
	return nil
}
