package app_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// guest is a browser of someone who has a share link.
type guest struct {
	*service
	browser *http.Client
	link    string
}

func (s *service) newGuest(link string) *guest {
	s.Helper()
	jar, err := cookiejar.New(nil)
	s.must(err)
	return &guest{service: s, link: link, browser: &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// at asks for what is below the link.
func (g *guest) at(below string) answer {
	g.Helper()
	return g.do(http.MethodGet, below, "")
}

// send fills in a form below the link. Fields are names and values in turn.
func (g *guest) send(below string, fields ...string) answer {
	g.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return g.do(http.MethodPost, below, form.Encode())
}

func (g *guest) do(method, below, body string, headers ...string) answer {
	g.Helper()
	address := below
	if !strings.HasPrefix(below, "http") {
		address = g.url + g.link + below
	}
	r, err := http.NewRequestWithContext(g.Context(), method, address, strings.NewReader(body))
	g.must(err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	res, err := g.browser.Do(r)
	g.must(err)
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	g.must(err)
	return answer{res.StatusCode, res.Header, string(content)}
}

// expect asks for what is below the link and looks for texts in it; those that
// begin with "!" must not be there.
func (g *guest) expect(below string, status int, texts ...string) string {
	g.Helper()
	a := g.at(below)
	g.expectAnswer(below, a, status, texts...)
	return a.body
}

func (g *guest) expectAnswer(what string, a answer, status int, texts ...string) {
	g.Helper()
	if a.status != status {
		g.Errorf("%s answers %d, want %d: %s", what, a.status, status, a.body)
	}
	for _, text := range texts {
		text, never := strings.CutPrefix(text, "!")
		if strings.Contains(a.body, text) == never {
			g.Errorf("%s: %q is there: %t\n%s", what, text, never, a.body)
		}
	}
	for name, want := range map[string]string{
		"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow",
	} {
		if got := a.header.Get(name); got != want {
			g.Errorf("%s: %s is %q", what, name, got)
		}
	}
}

// draft adds a photo that is not public.
func (s *service) draft(title, file string) *client.Photo {
	s.Helper()
	photo, err := s.CreatePhoto(s.Context(), client.NewPhoto{Title: title, FileID: s.upload(s.Client, file, withEXIF(jpegOf(s, title))), Status: "draft"})
	s.must(err)
	return photo
}

// share makes a share and returns it with the path of its link.
func (s *service) share(fields map[string]any) (*client.Share, string) {
	s.Helper()
	made, err := s.CreateShare(s.Context(), fields)
	s.must(err)
	link, err := url.Parse(made.URL)
	s.must(err)
	return made, link.Path
}

// pictures are the addresses of files that a page shows.
var pictures = regexp.MustCompile(`/media/[0-9a-f]{64}\.[a-z]+(?:\?[^" ]*)?`)

// TestShareLink follows a share through its life, as its owner and its guests do.
func TestShareLink(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		var moved atomic.Int64
		started := time.Now()
		s := serveAt(t, cfg, func() time.Time { return started.Add(time.Duration(moved.Load())) })
		first, second := s.draft("First <b>", "夜景 (1).jpg"), s.draft("Second", "夜景 (1).jpg")
		made, link := s.share(map[string]any{
			"title": "Für Ada & 家人", "photo_ids": []int64{second.ID, first.ID}, "password": "copper beech",
			"expires_at": started.Add(48 * time.Hour), "allow_picks": true, "allow_download": true,
		})
		stranger, ada := s.newGuest(link), s.newGuest(link)
		stranger.expect("", 200, `type="password"`, "!Ada", "!Second", "!/media/", `name="robots" content="noindex"`)
		stranger.expect(fmt.Sprintf("/%d", first.ID), 200, `type="password"`, "!First")
		stranger.expect("/photos.zip", 200, `type="password"`)
		ada.expectAnswer("a wrong password", ada.send("", "password", "copper beach"), 403, "That is not the password.", "!Second")
		if a := ada.send("", "password", "copper beech"); a.status != 303 || a.header.Get("Location") != link {
			t.Fatalf("the password is answered %d, %s", a.status, a.body)
		}
		page := ada.expect("", 200, "Für Ada &amp; 家人", "First &lt;b&gt;", "2 photographs", "!/p/", "!og:image")
		if strings.Index(page, `alt="Second"`) > strings.Index(page, `alt="First`) {
			t.Error("the photos are not in the order of the share")
		}
		shown := strings.ReplaceAll(pictures.FindString(page), "&amp;", "&")
		if a := s.get(shown); a.status != 200 {
			t.Errorf("%s answers %d", shown, a.status)
		}
		for _, wrong := range []string{strings.ReplaceAll(shown, "share=1", "share=2"), strings.Split(shown, "&share=")[0], strings.Split(shown, "?")[0]} {
			if a := s.get(wrong); a.status != 404 {
				t.Errorf("%s answers %d", wrong, a.status)
			}
		}
		s.testGuestPicks(ada, made.ID, first.ID, second.ID)
		s.testGuestDownloads(ada, first.ID)

		s.must(s.DeletePhoto(t.Context(), second.ID))
		ada.expect("", 200, "!Second", "1 photograph ")
		ada.expect(fmt.Sprintf("/%d", second.ID), 404)
		_, err := s.UpdateShare(t.Context(), made.ID, map[string]any{"password": "silver birch"})
		s.must(err)
		ada.expect("", 200, `type="password"`, "!First")
		ada.send("", "password", "silver birch")
		page = ada.expect("", 200, "First")
		shown = strings.ReplaceAll(pictures.FindString(page), "&amp;", "&")
		moved.Store(int64(25 * time.Hour))
		ada.expect("", 200, `type="password"`, "!First")
		ada.send("", "password", "silver birch")
		ada.expect("", 200, "First", `aria-pressed="true"`) // still the same visitor
		moved.Store(int64(48 * time.Hour))
		ended := ada.expect("", 404, "!First", "!Ada")
		if a := s.get(shown); a.status != 404 {
			t.Errorf("after the end %s answers %d", shown, a.status)
		}
		unknown := s.newGuest("/s/"+strings.Repeat("a", 32)).expect("", 404)
		if ended != unknown {
			t.Errorf("a link that has ended is answered\n%s\nand an unknown one\n%s", ended, unknown)
		}
	})
}

// testGuestPicks: hearts are given and taken back by forms, and the owner sees
// whose they are.
func (s *service) testGuestPicks(ada *guest, share, first, second int64) {
	s.Helper()
	action := fmt.Sprintf("/%d", first)
	if a := ada.send(action, "picked", "1", "page", "1"); a.status != 303 || a.header.Get("Location") != fmt.Sprintf("%s#p%d", ada.link, first) {
		s.Errorf("a pick is answered %d, %v", a.status, a.header)
	}
	ada.send(fmt.Sprintf("/%d", second), "picked", "1")
	ada.send(action, "picked", "1")
	ada.send("/name", "name", " Ada\x00\nLovelace ")
	ada.send(fmt.Sprintf("/%d", second), "picked", "0")
	ada.expect("", 200, `value="Ada Lovelace"`, `<span class="picked">1</span>`)
	ada.expect(action, 200, fmt.Sprintf(`href="%s#p%d"`, ada.link, first))
	ada.expect("?picked=1", 200, "First", `!alt="Second"`)
	ada.expectAnswer("a photo of others", ada.send("/9999", "picked", "1"), 404)
	ada.expectAnswer("a form of another site", ada.do("POST", action, "picked=0", "Sec-Fetch-Site: cross-site"), 403)
	ada.expectAnswer("a form too long", ada.send("/name", "name", strings.Repeat("x", 20<<10)), 400)
	ada.expectAnswer("no form", ada.do("POST", "/name", "%"), 400)
	if a := ada.do("POST", action, "picked=1", "Origin: null"); a.status != 303 {
		s.Errorf("a form from a page that tells no origin is answered %d", a.status)
	}
	picks, _, err := s.SharePicks(s.Context(), share, 1)
	s.must(err)
	if len(picks) != 1 || picks[0].PhotoID != first || picks[0].PickedBy != "Ada Lovelace" || picks[0].FileName != "夜景 (1).jpg" {
		s.Errorf("the owner sees %+v", picks)
	}
	table, err := s.SharePicksCSV(s.Context(), share)
	s.must(err)
	if !bytes.Contains(table, []byte(",Ada Lovelace,")) {
		s.Errorf("the table is %s", table)
	}
}

// testGuestDownloads: originals without what is private, one by one and together.
func (s *service) testGuestDownloads(ada *guest, first int64) {
	s.Helper()
	one := ada.at(fmt.Sprintf("/%d/original", first))
	if one.status != 200 || !strings.HasPrefix(one.body, "\xff\xd8") || strings.Contains(one.body, "NIKON") {
		s.Errorf("the original is answered %d, %d bytes", one.status, len(one.body))
	}
	if got := one.header.Get("Content-Disposition"); got != "attachment; filename*=utf-8''%E5%A4%9C%E6%99%AF%20%281%29.jpg" {
		s.Errorf("Content-Disposition is %s", got)
	}
	all := ada.at("/photos.zip")
	archive, err := zip.NewReader(strings.NewReader(all.body), int64(len(all.body)))
	s.must(err)
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
		content, err := f.Open()
		s.must(err)
		if data, err := io.ReadAll(content); err != nil || len(data) < 100 {
			s.Errorf("%s holds %d bytes, %v", f.Name, len(data), err)
		}
	}
	if got := strings.Join(names, ", "); got != "夜景 (1).jpg, 夜景 (1) (2).jpg" {
		s.Errorf("the archive holds %s", got)
	}
	if got := all.header.Get("Content-Disposition"); !strings.Contains(got, "F%C3%BCr%20Ada%20&%20%E5%AE%B6%E4%BA%BA.zip") {
		s.Errorf("Content-Disposition is %s", got)
	}
}

// TestShareLimits: an address that tries passwords or links is slowed down, and
// what a share does not allow is not there.
func TestShareLimits(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.RateLimit = "on"
	s := serveAt(t, cfg, standstill())
	photo := s.draft("Photo", "a.jpg")
	_, link := s.share(map[string]any{"title": "T", "photo_ids": []int64{photo.ID}, "password": "copper beech"})
	_, open := s.share(map[string]any{"title": "T", "photo_ids": []int64{photo.ID}})
	g := s.newGuest(link)
	for range 5 {
		g.expectAnswer("a wrong password", g.send("", "password", "no"), 403)
	}
	slow := g.send("", "password", "copper beech")
	g.expectAnswer("the sixth password", slow, 429)
	if slow.header.Get("Retry-After") == "" {
		t.Error("it does not say when to come back")
	}
	other := s.newGuest(open)
	other.expect("", 200, "Photo", "!Download", `!class="pick"`)
	other.expect(fmt.Sprintf("/%d/original", photo.ID), 404)
	other.expect("/photos.zip", 404)
	other.expectAnswer("a pick", other.send(fmt.Sprintf("/%d", photo.ID), "picked", "1"), 404)
	other.expect(fmt.Sprintf("/%d/", photo.ID), 404)
	other.expect("/0", 404)
	other.expect("?page=7", 404)
	for i := range 20 {
		s.newGuest(fmt.Sprintf("/s/guess-%d", i)).expect("", 404)
	}
	s.newGuest("/s/guess").expect("", 429)
	other.expect("", 429)
}
