package catalog

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"maps"
	"net/netip"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store"
)

// Visitor is someone who looks at a photo. Neither is kept.
type Visitor struct {
	Address   netip.Addr
	UserAgent string
}

// visit is one visitor seeing one photo in one hour.
type visit struct {
	photoID int64
	hour    int64
	visitor [16]byte
}

const (
	// flushInterval bounds how late views show.
	flushInterval = 5 * time.Second
	// maxPending bounds the memory of views that are not yet in the store.
	maxPending = 100_000
)

// CountView counts a visitor's look at a photo, once an hour. It takes effect
// with the next flush.
func (c *Catalog) CountView(photoID int64, v Visitor) {
	now := c.Now().UTC()
	one := visit{photoID: photoID, hour: hourOf(now), visitor: c.visitorOf(v, now)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.visits) < maxPending {
		c.visits[one] = struct{}{}
	}
}

// CountDownload counts a download of a photo's original.
func (c *Catalog) CountDownload(photoID int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.downloads[photoID]++
}

func hourOf(t time.Time) int64 { return t.Unix() / 3600 }

// visitorOf tells visitors apart without telling who they are: a hash with a key
// that is another one each day.
func (c *Catalog) visitorOf(v Visitor, now time.Time) (short [16]byte) {
	today := keyed(c.VisitorKey, now.Format(time.DateOnly))
	copy(short[:], keyed(today, v.Address.String()+"\x00"+v.UserAgent))
	return short
}

func keyed(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// Flush writes the counts that are in memory to the store. What cannot be
// written is kept for the next time.
func (c *Catalog) Flush(ctx context.Context) error {
	c.mu.Lock()
	visits, downloads := c.visits, c.downloads
	c.visits, c.downloads = map[visit]struct{}{}, map[int64]int{}
	c.mu.Unlock()
	if len(visits) == 0 && len(downloads) == 0 {
		return nil
	}
	var rows []store.Visit
	for v := range visits {
		rows = append(rows, store.Visit{PhotoID: v.photoID, Hour: v.hour, Visitor: v.visitor[:]})
	}
	err := c.DB.Update(ctx, func(tx *store.Tx) error {
		if _, err := tx.CountViews(ctx, rows); err != nil {
			return err
		}
		return tx.CountDownloads(ctx, downloads)
	})
	if err != nil {
		c.putBack(visits, downloads)
	}
	return err
}

func (c *Catalog) putBack(visits map[visit]struct{}, downloads map[int64]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.Copy(c.visits, visits)
	for id, n := range downloads {
		c.downloads[id] += n
	}
}

// Run flushes every few seconds until ctx ends, and once more then.
func (c *Catalog) Run(ctx context.Context) {
	ticker := time.NewTicker(flushInterval)
	defer ticker.Stop()
	for running := true; running; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			running = false
		}
		if err := c.Flush(context.WithoutCancel(ctx)); err != nil {
			c.Log.Error("views not counted yet", "err", err)
		}
	}
}
