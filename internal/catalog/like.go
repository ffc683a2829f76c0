package catalog

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Like records that somebody likes a photo, once however often they say so, and
// returns how many do. A photo that the actor may not see is CodeNotFound.
func (c *Catalog) Like(ctx context.Context, actor vitrine.Actor, photoID int64, v Visitor) (count int64, err error) {
	err = c.DB.Update(ctx, func(tx *store.Tx) (err error) {
		count, err = tx.Like(ctx, photoID, c.admirerOf(actor, photoID, v), actor.Audience())
		return err
	})
	return count, err
}

// Unlike takes somebody's like back, if there is one, and returns how many are
// left. The errors are those of Like.
func (c *Catalog) Unlike(ctx context.Context, actor vitrine.Actor, photoID int64, v Visitor) (count int64, err error) {
	err = c.DB.Update(ctx, func(tx *store.Tx) (err error) {
		count, err = tx.Unlike(ctx, photoID, c.admirerOf(actor, photoID, v), actor.Audience())
		return err
	})
	return count, err
}

// admirerOf tells those who like a photo apart without telling who they are: a
// hash of the user, or of the address and user agent of somebody who is not
// signed in. Its key stays the same, since a like has no end; the photo is a part
// of it, so the likes of one person cannot be told to be theirs.
func (c *Catalog) admirerOf(actor vitrine.Actor, photoID int64, v Visitor) []byte {
	who := "visitor " + network(v.Address) + "\x00" + v.UserAgent
	if actor.SignedIn() {
		who = fmt.Sprint("user ", actor.UserID)
	}
	const length = 16
	return keyed(keyed(c.VisitorKey, "likes"), fmt.Sprint(photoID, "\x00", who))[:length]
}

// network returns an address, of version 6 only the half that names the network:
// devices change the other by themselves, day after day.
func network(address netip.Addr) string {
	const bits = 64
	address = address.Unmap()
	if prefix, err := address.WithZone("").Prefix(bits); err == nil && address.Is6() {
		return prefix.String()
	}
	return address.String()
}
