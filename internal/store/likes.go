package store

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Like records that a visitor likes a photo, which it does once however often it
// is told, and returns how many do. A photo that the audience does not see is a
// CodeNotFound error.
func (tx *Tx) Like(ctx context.Context, photoID int64, visitor []byte, audience vitrine.Audience) (count int64, err error) {
	if count, err = tx.likeCount(ctx, photoID, audience); err != nil {
		return 0, err
	}
	day := calendar.DayOf(tx.Now)
	added, err := tx.exec(ctx, "INSERT INTO photo_likes (photo_id, visitor, day) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		photoID, visitor, day)
	if err != nil || added == 0 {
		return count, err
	}
	return count + 1, tx.addLikes(ctx, photoID, day, +1)
}

// Unlike takes a visitor's like back, if there is one, and returns how many are
// left. The errors are those of Like.
func (tx *Tx) Unlike(ctx context.Context, photoID int64, visitor []byte, audience vitrine.Audience) (count int64, err error) {
	if count, err = tx.likeCount(ctx, photoID, audience); err != nil {
		return 0, err
	}
	days, err := rows.Values[int64](ctx, tx.src,
		"DELETE FROM photo_likes WHERE photo_id = $1 AND visitor = $2 RETURNING day", photoID, visitor)
	if err != nil || len(days) == 0 {
		return count, err
	}
	return count - 1, tx.addLikes(ctx, photoID, days[0], -1)
}

func (tx *Tx) likeCount(ctx context.Context, photoID int64, audience vitrine.Audience) (int64, error) {
	count, err := rows.Value[int64](ctx, tx.src, "SELECT p.like_count FROM photos p WHERE p.id = $1 AND "+visible(audience), photoID)
	return count, rows.OrError(err, vitrine.NotFound("photo", photoID))
}

func (tx *Tx) addLikes(ctx context.Context, photoID, day int64, n int) error {
	tx.changed(TopicCounters)
	return tx.execAll(ctx, []statement{
		{fmt.Sprintf("UPDATE photos SET like_count = like_count + %d WHERE id = $1", n), []any{photoID}},
		{`INSERT INTO daily_likes (day, likes) VALUES ($1, $2)
			ON CONFLICT (day) DO UPDATE SET likes = daily_likes.likes + excluded.likes`, []any{day, n}},
	})
}

// LikesSince returns how many likes were given since a time and not taken back,
// by whole days in UTC. Its cost depends on the days alone.
func (r reader) LikesSince(ctx context.Context, since time.Time) (int, error) {
	return rows.Value[int](ctx, r.src, "SELECT CAST(COALESCE(SUM(likes), 0) AS BIGINT) FROM daily_likes WHERE day >= $1", calendar.DayOf(since.UTC()))
}
