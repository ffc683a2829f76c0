package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
	"github.com/vitrine-photos/vitrine/internal/store/standing"
)

// The kinds of feeds.
const (
	feedTag      = calendar.KindTag
	feedCategory = calendar.KindCategory // with all below it
)

// refreshFeeds puts photos into the feeds where they belong, and takes them out
// of the others.
func (tx *Tx) refreshFeeds(ctx context.Context, ids []int64, now map[int64]*standing.Photo) error {
	present, err := rows.In(ctx, tx.src, ids, standing.ScanFeedEntry,
		"SELECT "+standing.FeedColumns+" FROM feeds WHERE photo_id IN (@ids)")
	if err != nil {
		return err
	}
	var wanted []standing.FeedEntry
	for _, id := range ids {
		if s := now[id]; s != nil {
			wanted = append(wanted, s.FeedEntries()...)
		}
	}
	change := standing.CompareFeeds(present, wanted, tx.Now)
	if err := tx.removeFromFeeds(ctx, change.Gone); err != nil {
		return err
	}
	if err := tx.putIntoFeeds(ctx, change.Put); err != nil {
		return err
	}
	if err := tx.addYearly(ctx, change.Years); err != nil {
		return err
	}
	if err := tx.addFeedCounts(ctx, change.Counts); err != nil {
		return err
	}
	return tx.addTagUses(ctx, change.Uses)
}

func (tx *Tx) removeFromFeeds(ctx context.Context, gone map[standing.Feed][]int64) error {
	for feed, photos := range gone {
		query := fmt.Sprintf("DELETE FROM feeds WHERE kind = %d AND owner_id = %d AND photo_id IN (@ids)", feed.Kind, feed.Owner)
		if err := execIn(ctx, tx, query, photos); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) putIntoFeeds(ctx context.Context, put []standing.FeedEntry) error {
	values := make([][]any, len(put))
	for i, e := range put {
		values[i] = e.Row()
	}
	return execRows(ctx, tx, `
		INSERT INTO feeds (`+standing.FeedColumns+`) VALUES @rows
		ON CONFLICT (kind, owner_id, photo_id) DO UPDATE SET
			is_public = excluded.is_public, status = excluded.status, taken_at = excluded.taken_at,
			title_key = excluded.title_key, direct = excluded.direct, used_at = excluded.used_at`, values)
}

// addFeedCounts moves the counters of tags and categories. Those that move
// alike, as most do, take one statement.
func (tx *Tx) addFeedCounts(ctx context.Context, counts map[standing.Feed]standing.FeedCounts) error {
	type move struct {
		kind int
		by   standing.FeedCounts
	}
	owners := map[move][]int64{}
	for feed, by := range counts {
		if by != (standing.FeedCounts{}) {
			owners[move{feed.Kind, by}] = append(owners[move{feed.Kind, by}], feed.Owner)
		}
	}
	for m, ids := range owners {
		slices.Sort(ids)
		if err := tx.moveCounts(ctx, m.kind, m.by, ids); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) moveCounts(ctx context.Context, kind int, by standing.FeedCounts, ids []int64) error {
	list, args := sqltext.InList(1, ids)
	set, topic := fmt.Sprintf("tags SET usage_count = usage_count + %d, public_count = public_count + %d", by.All, by.Public), TopicTags
	if kind == feedCategory {
		set, topic = fmt.Sprintf(`categories SET photo_count = photo_count + %d, public_photo_count = public_photo_count + %d,
			direct_photo_count = direct_photo_count + %d, public_direct_photo_count = public_direct_photo_count + %d`,
			by.All, by.Public, by.Direct, by.PublicDirect), TopicCategories
	}
	tx.changed(topic)
	_, err := tx.exec(ctx, "UPDATE "+set+" WHERE id IN ("+list+")", args...)
	return err
}
