package store

import (
	"context"

	"github.com/vitrine-photos/vitrine"
)

// Exec runs a statement past all rules of this package.
func (db *DB) Exec(ctx context.Context, query string) error {
	_, err := db.exec(ctx, query)
	return err
}

// SearchPhotosRanking is SearchPhotos that ranks fewer photos.
func (db *DB) SearchPhotosRanking(ctx context.Context, f vitrine.SearchFilter, ranked int) (vitrine.SearchResult, error) {
	return db.searchPhotos(ctx, f, ranked)
}

// UpdateAlone is one attempt of Update, once all other transactions have ended.
func (db *DB) UpdateAlone(ctx context.Context, fn func(tx *Tx) error) error {
	_, err := db.attempt(ctx, true, fn)
	return err
}

// Alone reports whether one transaction keeps all others of this server waiting.
func (db *DB) Alone() bool {
	if db.turns.TryAcquire(1) {
		db.turns.Release(1)
		return false
	}
	return true
}
