package site

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/share"
)

// shareView is what the pages of a share say of it, and of the guest.
type shareView struct {
	Path          string // in the default language
	Title         string
	Ends, EndsISO string // "" if it does not
	Picks         bool   // favourites may be marked
	Picked        int
	Downloads     bool
	Name          string // that the guest left
	NameLimit     int
}

// sharePage shows the photos of a share, or those that the guest picked.
type sharePage struct {
	shareView
	grid  // without its tiles
	Tiles []sharedTile
	Only  bool // those that were picked
	Page  int
}

// sharedTile is a photo of a share in the grid.
type sharedTile struct {
	tileView
	sharedPhoto
}

// sharedPhoto is what is to be done with a photo of a share.
type sharedPhoto struct {
	ID     int64
	Title  string
	Action string // where picks are sent, and the photo's page is
	Picked bool
	Page   int // of the grid that the photo is shown in; 0 on its own page
	Only   bool
}

// sharedPhotoPage shows one photo of a share.
type sharedPhotoPage struct {
	photoPage
	Share  shareView
	Shared sharedPhoto
	Back   string // to the photo among the others
}

func (g *guest) view() shareView {
	s := g.visit.Share
	v := shareView{
		Path: vitrine.SharePath(s.Token), Title: s.Title, Picks: s.AllowPicks, Downloads: s.AllowDownload,
		Name: g.visit.Visitor.Name, NameLimit: vitrine.MaxName,
	}
	if s.ExpiresAt != nil {
		v.Ends, v.EndsISO = g.lang.day(*s.ExpiresAt), s.ExpiresAt.Format(time.RFC3339)
	}
	for _, id := range s.PhotoIDs {
		if g.visit.Picked[id] {
			v.Picked++
		}
	}
	return v
}

func (v shareView) photoPath(id int64) string { return v.Path + "/" + strconv.FormatInt(id, 10) }

// listPath is the address of a page of the photos.
func (v shareView) listPath(number int, only bool) string {
	query := url.Values{}
	if only {
		query.Set("picked", "1")
	}
	if number > 1 {
		query.Set("page", strconv.Itoa(number))
	}
	if len(query) == 0 {
		return v.Path
	}
	return v.Path + "?" + query.Encode()
}

// placeOf is the address of a photo in a page of the photos.
func placeOf(path string, id int64) string { return path + "#p" + strconv.FormatInt(id, 10) }

// showShare shows a page of the photos.
func (g *guest) showShare() error {
	p, err := g.privatePage("share", g.visit.Share.Title)
	if err != nil {
		return err
	}
	body := sharePage{shareView: g.view(), Page: pageNumber(g.Request)}
	body.Only = body.Picks && g.URL.Query().Get("picked") == "1"
	visit := g.chosen(body.Only)
	limit := p.settings.Display.PhotosPerPage
	if body.Page > 1 && (body.Page-1)*limit >= len(visit.Share.PhotoIDs) {
		return vitrine.NotFound("page", body.Page)
	}
	photos, err := g.Shares.Photos(g.Context(), visit, vitrine.Page{Number: body.Page, Limit: limit})
	if err != nil {
		return err
	}
	for i, tile := range g.pictures().addTiles(p, photos) {
		shared := g.sharedPhoto(body.shareView, photos[i])
		shared.Page, shared.Only = body.Page, body.Only
		tile.Path = shared.Action
		body.Tiles = append(body.Tiles, sharedTile{tile, shared})
	}
	body.Total = len(g.visit.Share.PhotoIDs)
	if body.Page > 1 {
		body.Newer = body.listPath(body.Page-1, body.Only)
	}
	if body.Page*limit < len(visit.Share.PhotoIDs) {
		body.Older = body.listPath(body.Page+1, body.Only)
	}
	p.Body = body
	return g.show(http.StatusOK, p)
}

// chosen returns the visit with all photos of the share, or only those that the
// guest picked.
func (g *guest) chosen(only bool) *share.Visit {
	if !only {
		return g.visit
	}
	part, picked := *g.visit, *g.visit.Share
	picked.PhotoIDs = nil
	for _, id := range g.visit.Share.PhotoIDs {
		if part.Picked[id] {
			picked.PhotoIDs = append(picked.PhotoIDs, id)
		}
	}
	part.Share = &picked
	return &part
}

// pictures makes tiles whose files only guests of this share see.
func (g *guest) pictures() pictures {
	addresses := g.URLs
	addresses.Share = g.visit.Share
	return pictures{addresses}
}

func (g *guest) sharedPhoto(v shareView, photo *vitrine.Photo) sharedPhoto {
	return sharedPhoto{ID: photo.ID, Title: photo.Title, Action: v.photoPath(photo.ID), Picked: g.visit.Picked[photo.ID]}
}

// asked returns the photo that the address names, with those before and after.
func (g *guest) asked() (photo, before, after *vitrine.Photo, err error) {
	id, err := g.photoID()
	if err != nil {
		return nil, nil, nil, err
	}
	return g.Shares.Photo(g.Context(), g.visit, id)
}

func (g *guest) photoID() (int64, error) {
	name := g.PathValue("photo")
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != name {
		return 0, vitrine.NotFound("photo", "")
	}
	return id, nil
}

// showPhoto shows one photo. Galleries and tags stay out of it: they may be
// hidden, and lead away.
func (g *guest) showPhoto() error {
	photo, before, after, err := g.asked()
	if err != nil {
		return err
	}
	p, err := g.privatePage("shared", photo.Title)
	if err != nil {
		return err
	}
	p.addStyle(photoStyle(photo))
	body := sharedPhotoPage{photoPage: describe(photo, p), Share: g.view()}
	body.Categories, body.Tags = nil, nil
	body.Photo = g.pictures().largePicture(photo)
	body.Shared = g.sharedPhoto(body.Share, photo)
	if body.Share.Downloads {
		body.Original = body.Shared.Action + "/original"
	}
	number := slices.Index(g.visit.Share.PhotoIDs, photo.ID)/p.settings.Display.PhotosPerPage + 1
	body.Back = placeOf(body.Share.listPath(number, false), photo.ID)
	body.Newer, body.Older = body.Share.linkTo(before), body.Share.linkTo(after)
	p.Body = body
	return g.show(http.StatusOK, p)
}

// linkTo is nil, not an empty link, where there is no photo.
func (v shareView) linkTo(photo *vitrine.Photo) any {
	if photo == nil {
		return nil
	}
	return link{Path: v.photoPath(photo.ID), Title: photo.Title}
}

// askPassword shows the form for the password.
func (g *guest) askPassword(status int, problem string) error {
	p, err := g.privatePage("locked", g.lang.say("Private photographs"))
	if err != nil {
		return err
	}
	p.Body = struct{ Path, Problem string }{vitrine.SharePath(g.PathValue("token")), problem}
	return g.show(status, p)
}

// unlock takes the password, and leads to the photos if it is right.
func (g *guest) unlock() error {
	token := g.PathValue("token")
	if err := g.within(passwordClass(), token, true); err != nil {
		return err
	}
	grant, ends, err := g.Shares.Unlock(g.Context(), token, g.PostForm.Get("password"))
	if err != nil {
		return err
	}
	g.remember(grantCookie, grant, ends)
	return g.lead(vitrine.SharePath(token))
}

// lead answers a form with the page to go on with.
func (g *guest) lead(path string) error {
	g.w.Header().Set("Location", g.lang.at(path))
	g.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// leaveName keeps the name under which the guest picks.
func (g *guest) leaveName() error {
	name := g.PostForm.Get("name")
	if err := g.mark(share.Mark{Name: &name}); err != nil {
		return err
	}
	return g.lead(g.view().Path)
}

// pick marks a photo as a favourite, or takes that back, and leads to where it
// was done.
func (g *guest) pick() error {
	id, err := g.photoID()
	if err != nil {
		return err
	}
	if err := g.mark(share.Mark{PhotoID: id, Picked: g.PostForm.Get("picked") == "1"}); err != nil {
		return err
	}
	number, _ := strconv.Atoi(g.PostForm.Get("page"))
	if number < 1 {
		return g.lead(g.view().photoPath(id))
	}
	return g.lead(placeOf(g.view().listPath(number, g.PostForm.Get("only") == "1"), id))
}

func (g *guest) mark(m share.Mark) error {
	if err := g.within(pickClass(), g.visit.Share.Token, true); err != nil {
		return err
	}
	if !g.visit.Share.AllowPicks {
		return vitrine.NotFound("page", "")
	}
	return g.Shares.Mark(g.Context(), g.visit, g.visitor(), m)
}

// download gives one photo to keep.
func (g *guest) download() error {
	photo, _, _, err := g.asked()
	if err != nil {
		return err
	}
	if !g.visit.Share.AllowDownload {
		return vitrine.NotFound("page", "")
	}
	return g.Media.Download(g.w, g.Request, photo)
}

// archivedAtOnce is how many photos of an archive are read from the store in one
// go.
const archivedAtOnce = 50

// downloadAll gives all photos to keep, in one file.
func (g *guest) downloadAll() error {
	if !g.visit.Share.AllowDownload || len(g.visit.Share.PhotoIDs) == 0 {
		return vitrine.NotFound("page", "")
	}
	if err := g.within(archiveClass(), g.visit.Share.Token, g.Method == http.MethodGet); err != nil {
		return err
	}
	g.Media.Archive(g.w, g.Request, g.visit.Share.Title, func(yield func(*vitrine.Photo, error) bool) {
		for number := 1; (number-1)*archivedAtOnce < len(g.visit.Share.PhotoIDs); number++ {
			photos, err := g.Shares.Photos(g.Context(), g.visit, vitrine.Page{Number: number, Limit: archivedAtOnce})
			if err != nil {
				yield(nil, err)
				return
			}
			for _, photo := range photos {
				if !yield(photo, nil) {
					return
				}
			}
		}
	})
	return nil
}
