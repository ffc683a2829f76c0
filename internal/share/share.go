// Package share keeps share links: sets of photos that whoever has the link may
// see, whatever their status, and mark favourites in. One side of it is the
// owner's, who needs photo.update; the other is that of visitors, who have a link
// and perhaps a password.
package share

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/passhash"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Config is what a Shares is made of. All fields are required.
type Config struct {
	DB        *store.DB
	Passwords *passhash.Hasher
	Key       []byte // signs what visitors get for a right password, 32 bytes
	Now       func() time.Time
}

// Shares carries out the operations. It may be used by several goroutines.
type Shares struct{ Config }

// New returns a Shares.
func New(cfg Config) *Shares { return &Shares{cfg} }

// Page returns a page of the shares, the newest first and without the ids of
// their photos, and how many there are. It needs photo.update, as all that the
// owner does.
func (s *Shares) Page(ctx context.Context, actor vitrine.Actor, page vitrine.Page) ([]*vitrine.Share, int, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, 0, err
	}
	return s.DB.Shares(ctx, page)
}

// Share returns a share, or a CodeNotFound error.
func (s *Shares) Share(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Share, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, err
	}
	return s.DB.Share(ctx, id)
}

// Create makes a share with a link of its own. A photo that does not exist is a
// CodeUnprocessable error.
func (s *Shares) Create(ctx context.Context, actor vitrine.Actor, in vitrine.ShareInput) (*vitrine.Share, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.ValidateNew(&faults)
	if in.ExpiresAt.Present() && !in.ExpiresAt.Value.After(s.Now()) {
		faults.Add("expires_at", vitrine.FaultOutOfRange, vitrine.ReasonInTheFuture)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	hash, err := s.hash(ctx, in.Password)
	if err != nil {
		return nil, err
	}
	var share *vitrine.Share
	err = s.DB.Update(ctx, func(tx *store.Tx) error {
		next := &vitrine.Share{Token: vitrine.NewShareToken()}
		apply(next, in, hash)
		if err := checkPhotos(ctx, tx, in.PhotoIDs.Value); err != nil {
			return err
		}
		if err := tx.InsertShare(ctx, next); err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "share.create", "share", next.ID).With(titled(next))); err != nil {
			return err
		}
		share, err = tx.Share(ctx, next.ID)
		return err
	})
	return share, err
}

// Update changes what is sent of a share: absent fields stay, null clears. A
// password that is set anew ends what the one before had opened. Another version
// than ifMatch is a CodeConflict error; the others are those of Create.
func (s *Shares) Update(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.ShareInput, ifMatch vitrine.Versions) (*vitrine.Share, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	hash, err := s.hash(ctx, in.Password)
	if err != nil {
		return nil, err
	}
	var share *vitrine.Share
	err = s.DB.Update(ctx, func(tx *store.Tx) (err error) {
		if share, err = tx.Share(ctx, id); err != nil {
			return err
		}
		if err := ifMatch.Check(share.Version); err != nil {
			return err
		}
		changes, err := change(ctx, tx, share, in, hash)
		if err != nil || len(changes) == 0 {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "share.update", "share", id).With(changes)); err != nil {
			return err
		}
		share, err = tx.Share(ctx, id)
		return err
	})
	return share, err
}

// change writes what differs between the share and the input. The photos are
// left alone if they are those that a read shows, so that what is in the trash
// comes back when it is restored.
func change(ctx context.Context, tx *store.Tx, share *vitrine.Share, in vitrine.ShareInput, hash string) (vitrine.Changes, error) {
	before, photos, password := fields(share), share.PhotoIDs, share.PasswordHash
	apply(share, in, hash)
	changes := vitrine.ChangesOf(before, fields(share))
	if share.PasswordHash != password {
		changes["password"] = vitrine.Change{}
	}
	if len(changes) == 0 {
		return nil, nil
	}
	if !slices.Equal(photos, share.PhotoIDs) {
		if err := checkPhotos(ctx, tx, share.PhotoIDs); err != nil {
			return nil, err
		}
		if err := tx.SetSharePhotos(ctx, share); err != nil {
			return nil, err
		}
	}
	return changes, tx.UpdateShare(ctx, share)
}

// Delete removes a share with its picks: the link leads nowhere from then on.
// IfMatch is that of Update.
func (s *Shares) Delete(ctx context.Context, actor vitrine.Actor, id int64, ifMatch vitrine.Versions) error {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return err
	}
	return s.DB.Update(ctx, func(tx *store.Tx) error {
		share, err := tx.Share(ctx, id)
		if err != nil {
			return err
		}
		if err := ifMatch.Check(share.Version); err != nil {
			return err
		}
		if err := tx.DeleteShare(ctx, id); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "share.delete", "share", id).With(titled(share)))
	})
}

// hash returns the hash of a password that is set, else "".
func (s *Shares) hash(ctx context.Context, password vitrine.Optional[string]) (string, error) {
	if !password.Present() {
		return "", nil
	}
	return s.Passwords.Hash(ctx, password.Value)
}

// apply sets the fields that are sent. Hash is that of the password.
func apply(share *vitrine.Share, in vitrine.ShareInput, hash string) {
	share.Title = in.Title.Or(share.Title)
	share.PhotoIDs = in.PhotoIDs.Or(share.PhotoIDs)
	share.AllowDownload = in.AllowDownload.Or(share.AllowDownload)
	share.AllowPicks = in.AllowPicks.Or(share.AllowPicks)
	if in.Password.Set {
		share.PasswordHash = hash
	}
	if in.ExpiresAt.Set {
		share.ExpiresAt = nil
		if in.ExpiresAt.Present() {
			at := in.ExpiresAt.Value.UTC().Truncate(time.Microsecond) // as it is stored
			share.ExpiresAt = &at
		}
	}
}

// checkPhotos reports photos that do not exist.
func checkPhotos(ctx context.Context, tx *store.Tx, ids []int64) error {
	photos, err := tx.PhotosByID(ctx, ids, vitrine.AudienceEditor)
	if err != nil {
		return err
	}
	found := map[int64]bool{}
	for _, photo := range photos {
		found[photo.ID] = true
	}
	var faults vitrine.Faults
	for i, id := range ids {
		if !found[id] {
			faults.Add(fmt.Sprintf("photo_ids[%d]", i), vitrine.FaultNotFound, vitrine.ReasonNoPhoto, id)
		}
	}
	return faults.Unprocessable()
}

// fields are what the audit log compares. The password is nobody's business.
func fields(s *vitrine.Share) map[string]any {
	return map[string]any{
		"title": s.Title, "photo_ids": s.PhotoIDs, "expires_at": s.ExpiresAt,
		"allow_download": s.AllowDownload, "allow_picks": s.AllowPicks,
	}
}

// titled tells which share was made or is gone.
func titled(s *vitrine.Share) map[string]any { return map[string]any{"title": s.Title} }
