// Package cache keeps encoded answers until what they were made of changes.
package cache

import "context"

// Category groups keys that are dropped together.
type Category string

// The categories of the API's answers.
const (
	Photos     Category = "photos"
	Categories Category = "categories"
	Tags       Category = "tags"
	Settings   Category = "settings"
)

// Pages is the category of the site's pages. They are larger by far, and kept in
// a cache of their own.
const Pages Category = "pages"

// All lists the categories of the API's answers.
func All() []Category { return []Category{Photos, Categories, Tags, Settings} }

// Cache keeps bytes under keys. The bytes must not be changed by those who get
// them.
type Cache interface {
	// Load returns the bytes kept under key, or calls load and keeps what it
	// returns. Concurrent loads of one key call load once. A value whose load
	// began before an Invalidate of its category is never returned by a Load
	// that began after that Invalidate returned. Errors are not kept.
	Load(ctx context.Context, c Category, key string, load func(context.Context) ([]byte, error)) ([]byte, error)
	// Invalidate drops everything in the categories, and tells how many keys
	// that were.
	Invalidate(ctx context.Context, categories ...Category) (map[Category]int, error)
	// Stats tells how full and how useful the cache is. A cache that cannot be
	// reached is not connected; that is no error.
	Stats(ctx context.Context) (Stats, error)
}

// Stats describes a cache.
type Stats struct {
	Connected  bool
	UsedBytes  int64
	Keys       int
	HitRate    float64 // 0–1 of all loads so far; 0 before the first
	Categories map[Category]CategoryStats
}

// CategoryStats describes one category of a cache.
type CategoryStats struct {
	Keys    int
	HitRate float64
}
