package share_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/passhash"
	"github.com/vitrine-photos/vitrine/internal/share"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

var editor = vitrine.Actor{UserID: 1, Role: vitrine.RoleEditor}

// gallery is a library with drafts to share.
type gallery struct {
	*testing.T
	*storetest.Clock
	*share.Shares
	db     *store.DB
	photos []int64
}

func newGallery(t *testing.T) *gallery {
	t.Helper()
	g := &gallery{T: t, Clock: storetest.NewClock()}
	g.db = storetest.SQLite(t, g.Now)
	g.Shares = g.sharesWith(1)
	for i := range 3 {
		g.photos = append(g.photos, g.draft(i))
	}
	return g
}

// sharesWith works with a key of its own.
func (g *gallery) sharesWith(key byte) *share.Shares {
	return share.New(share.Config{
		DB: g.db, Passwords: passhash.New(passhash.Cost{MemoryKiB: 8, Passes: 1}), Key: []byte(strings.Repeat(string(key), 32)), Now: g.Now,
	})
}

func (g *gallery) must(err error) {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
}

// draft adds a draft with all its pictures.
func (g *gallery) draft(i int) int64 {
	g.Helper()
	id := fmt.Sprint("file-", i)
	photo := &vitrine.Photo{Title: id, Slug: id, Status: vitrine.PhotoDraft, Visibility: vitrine.VisibilityPublic, UploadID: id}
	g.must(g.db.Update(g.Context(), func(tx *store.Tx) error {
		var set []store.NewRendition
		for _, name := range vitrine.RenditionNames() {
			key := id + string(name)
			set = append(set, store.NewRendition{BlobKey: key, Rendition: vitrine.Rendition{Name: name, Key: key, MIMEType: "image/jpeg", Width: 3, Height: 2}})
			if err := tx.ReserveBlob(g.Context(), key, 1); err != nil {
				return err
			}
		}
		upload := &vitrine.Upload{ID: id, SHA256: id, OriginalFilename: id + ".jpg", MIMEType: "image/jpeg", Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps()}
		return errors.Join(
			tx.ReserveBlob(g.Context(), id, 1), tx.InsertUpload(g.Context(), upload, id),
			tx.CompleteUpload(g.Context(), id, vitrine.Picture{Width: 3, Height: 2}, set),
			tx.InsertPhoto(g.Context(), photo, false), tx.RefreshPhoto(g.Context(), photo.ID))
	}))
	return photo.ID
}

// share makes a share of all photos.
func (g *gallery) share(change func(*vitrine.ShareInput)) *vitrine.Share {
	g.Helper()
	in := vitrine.ShareInput{Title: vitrine.Some("For Ada"), PhotoIDs: vitrine.Some(g.photos), AllowPicks: vitrine.Some(true)}
	if change != nil {
		change(&in)
	}
	made, err := g.Create(g.Context(), editor, in)
	g.must(err)
	return made
}

func wantCode(t *testing.T, what string, err error, want vitrine.Code) {
	t.Helper()
	if got := vitrine.ErrorCode(err); err == nil && want != "" || err != nil && got != want {
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}

// TestGrant: what a right password gives holds for one share, one password and a
// day, and cannot be made without the key.
func TestGrant(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	locked := func(in *vitrine.ShareInput) { in.Password = vitrine.Some("copper beech") }
	one, other := g.share(locked), g.share(locked)
	_, _, err := g.Unlock(t.Context(), one.Token, "copper beach")
	wantCode(t, "a wrong password", err, vitrine.CodeUnauthenticated)
	grant, ends, err := g.Unlock(t.Context(), one.Token, "copper beech")
	g.must(err)
	if want := g.Now().Add(share.GrantTTL).Truncate(time.Second); !ends.Equal(want) {
		t.Errorf("it ends at %v, want %v", ends, want)
	}
	forged, _, err := g.sharesWith(2).Unlock(t.Context(), one.Token, "copper beech")
	g.must(err)
	until, sum, _ := strings.Cut(grant, ".")
	enter := func(token, grant string) error {
		_, err := g.Enter(t.Context(), token, share.Pass{Grant: grant})
		return err
	}
	g.must(enter(one.Token, grant))
	for what, refused := range map[string][2]string{
		"none": {one.Token, ""}, "another share's": {other.Token, grant}, "another key's": {one.Token, forged}, "no number": {one.Token, "x." + sum},
		"a later one": {one.Token, until + "9." + sum}, "without its sum": {one.Token, until + "."}, "of another spelling": {one.Token, "0" + grant},
	} {
		if err := enter(refused[0], refused[1]); !errors.Is(err, share.ErrLocked) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = g.Update(t.Context(), editor, one.ID, vitrine.ShareInput{Password: vitrine.Some("copper beech")}, nil)
	g.must(err)
	if err := enter(one.Token, grant); !errors.Is(err, share.ErrLocked) {
		t.Errorf("the same password, set again: %v", err)
	}
	grant, _, err = g.Unlock(t.Context(), one.Token, "copper beech")
	g.must(err)
	g.Advance(share.GrantTTL)
	if err := enter(one.Token, grant); !errors.Is(err, share.ErrLocked) {
		t.Errorf("after a day: %v", err)
	}
	_, err = g.Update(t.Context(), editor, one.ID, vitrine.ShareInput{Password: vitrine.Null[string]()}, nil)
	g.must(err)
	g.must(enter(one.Token, ""))
}

// TestEnd: a share ends at its moment, and a grant with it.
func TestEnd(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	end := g.Now().Add(time.Hour)
	made := g.share(func(in *vitrine.ShareInput) {
		in.ExpiresAt, in.Password = vitrine.Some(end), vitrine.Some("copper beech")
	})
	_, ends, err := g.Unlock(t.Context(), made.Token, "copper beech")
	if g.must(err); !ends.Equal(*made.ExpiresAt) {
		t.Errorf("the grant ends at %v, the share at %v", ends, made.ExpiresAt)
	}
	visit := &share.Visit{Share: made}
	g.must(g.Mark(t.Context(), visit, "ada", share.Mark{PhotoID: g.photos[0], Picked: true}))
	g.Advance(time.Hour)
	_, err = g.Enter(t.Context(), made.Token, share.Pass{})
	wantCode(t, "after the end", err, vitrine.CodeNotFound)
	_, _, err = g.Unlock(t.Context(), made.Token, "copper beech")
	wantCode(t, "its password after the end", err, vitrine.CodeNotFound)
	wantCode(t, "a pick after the end", g.Mark(t.Context(), visit, "ada", share.Mark{PhotoID: g.photos[0]}), vitrine.CodeNotFound)
	if picks, _, err := g.Picks(t.Context(), editor, made.ID, false, vitrine.Page{Number: 1, Limit: 9}); err != nil || len(picks) != 1 {
		t.Errorf("the owner sees %v, %v", picks, err)
	}
}

func TestPhotos(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	order := []int64{g.photos[2], g.photos[0], g.photos[1]}
	made := g.share(func(in *vitrine.ShareInput) { in.PhotoIDs = vitrine.Some(order) })
	visit, err := g.Enter(t.Context(), made.Token, share.Pass{})
	g.must(err)
	for number, want := range map[int][]int64{1: order[:2], 2: order[2:], 3: nil} {
		photos, err := g.Photos(t.Context(), visit, vitrine.Page{Number: number, Limit: 2})
		g.must(err)
		var got []int64
		for _, p := range photos {
			got = append(got, p.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("page %d (-want +got):\n%s", number, diff)
		}
	}
	idOf := func(p *vitrine.Photo) int64 {
		if p == nil {
			return 0
		}
		return p.ID
	}
	for i, id := range order {
		photo, before, after, err := g.Photo(t.Context(), visit, id)
		g.must(err)
		want := append(append([]int64{0}, order...), 0)[i : i+3]
		if got := []int64{idOf(before), idOf(photo), idOf(after)}; !cmp.Equal(got, want) {
			t.Errorf("photo %d is among %v, want %v", id, got, want)
		}
	}
	stranger, _, _, err := g.Photo(t.Context(), visit, 99)
	if stranger != nil {
		t.Errorf("a photo of others is %+v", stranger)
	}
	wantCode(t, "a photo of others", err, vitrine.CodeNotFound)
}

// TestMark: names and picks are those of one visitor; strangers are counted.
func TestMark(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	made, quiet := g.share(nil), g.share(func(in *vitrine.ShareInput) { in.AllowPicks = vitrine.Some(false) })
	name := " Ada\tLovelace\u0000 " + strings.Repeat("字", vitrine.MaxName)
	visit := &share.Visit{Share: made}
	g.must(g.Mark(t.Context(), visit, "ada", share.Mark{PhotoID: g.photos[1], Picked: true, Name: &name}))
	g.must(g.Mark(t.Context(), visit, "ada", share.Mark{PhotoID: g.photos[2], Picked: true}))
	g.must(g.Mark(t.Context(), visit, "ada", share.Mark{PhotoID: g.photos[1]}))
	seen, err := g.Enter(t.Context(), made.Token, share.Pass{Visitor: "ada"})
	g.must(err)
	if diff := cmp.Diff(map[int64]bool{g.photos[2]: true}, seen.Picked); diff != "" || !strings.HasPrefix(seen.Visitor.Name, "Ada Lovelace 字") || len([]rune(seen.Visitor.Name)) != vitrine.MaxName {
		t.Errorf("the visitor is %+v and picked (-want +got):\n%s", seen.Visitor, diff)
	}
	stranger, err := g.Enter(t.Context(), made.Token, share.Pass{Visitor: "eve"})
	if g.must(err); len(stranger.Picked) != 0 || stranger.Visitor.Name != "" {
		t.Errorf("a stranger is %+v", stranger)
	}
	wantCode(t, "a photo of others", g.Mark(t.Context(), visit, "ada", share.Mark{PhotoID: 99, Picked: true}), vitrine.CodeNotFound)
	wantCode(t, "without picks", g.Mark(t.Context(), &share.Visit{Share: quiet}, "ada", share.Mark{PhotoID: g.photos[0], Picked: true}), vitrine.CodeNotFound)
	for i := range vitrine.MaxShareVisitors - 1 {
		g.must(g.Mark(t.Context(), visit, fmt.Sprint("guest ", i), share.Mark{PhotoID: g.photos[0], Picked: true}))
	}
	wantCode(t, "one visitor more", g.Mark(t.Context(), visit, "late", share.Mark{PhotoID: g.photos[0], Picked: true}), vitrine.CodeConflict)
	g.must(g.Mark(t.Context(), visit, "ada", share.Mark{PhotoID: g.photos[0], Picked: true}))
}

// TestSecretsStayInside: neither the link nor the password is in the audit log,
// and only editors have to do with shares.
func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	made := g.share(func(in *vitrine.ShareInput) { in.Password = vitrine.Some("copper beech") })
	version := made.Version
	_, err := g.Update(t.Context(), editor, made.ID, vitrine.ShareInput{Password: vitrine.Some("silver birch"), Title: vitrine.Some("New")}, vitrine.Versions{version})
	g.must(err)
	_, err = g.Update(t.Context(), editor, made.ID, vitrine.ShareInput{Title: vitrine.Some("Newer")}, vitrine.Versions{version})
	wantCode(t, "a change of what was changed", err, vitrine.CodeConflict)
	wantCode(t, "a deletion of what was changed", g.Delete(t.Context(), editor, made.ID, vitrine.Versions{version}), vitrine.CodeConflict)
	g.must(g.Delete(t.Context(), editor, made.ID, nil))
	log, _, err := g.db.AuditLog(t.Context(), vitrine.AuditFilter{Page: vitrine.Page{Number: 1, Limit: 9}, ObjectType: "share"})
	g.must(err)
	text, err := json.Marshal(log)
	g.must(err)
	if len(log) != 3 || !strings.Contains(string(text), `"password":{}`) {
		t.Errorf("the audit log is %s", text)
	}
	for _, secret := range []string{made.Token, "argon2", "beech", "birch"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the audit log holds %s: %s", secret, text)
		}
	}
	for _, actor := range []vitrine.Actor{{}, {UserID: 9, Role: vitrine.RoleUser}} {
		_, err1 := g.Share(t.Context(), actor, made.ID)
		_, _, err2 := g.Page(t.Context(), actor, vitrine.Page{Number: 1, Limit: 1})
		_, err3 := g.Create(t.Context(), actor, vitrine.ShareInput{})
		_, err4 := g.Update(t.Context(), actor, made.ID, vitrine.ShareInput{}, nil)
		_, err5 := g.PicksCSV(t.Context(), actor, made.ID)
		for i, err := range []error{err1, err2, err3, err4, err5, g.Delete(t.Context(), actor, made.ID, nil)} {
			if code := vitrine.ErrorCode(err); code != vitrine.CodeForbidden && code != vitrine.CodeUnauthenticated {
				t.Errorf("operation %d as %q: %v", i, actor.Role, err)
			}
		}
	}
}
