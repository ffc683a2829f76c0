// Package slugs keeps the names in addresses: it finds some that nothing has or
// had, and remembers what they led to before things got others.
package slugs

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Kind is a kind of things with slugs of their own. Make it with Photos,
// Categories or Tags.
type Kind struct {
	present string // whether something has the slug $1
	former  string // the table of those that things had
	now     string // the address of the thing f.owner_id, for a condition to follow
	shown   map[vitrine.Audience]string
}

// Photos are those that are not in the trash.
func Photos() Kind {
	return Kind{
		"SELECT 1 FROM photos WHERE slug = $1 AND deleted_at IS NULL", "former_photo_slugs",
		"SELECT p.slug FROM former_photo_slugs f JOIN photos p ON p.id = f.owner_id",
		map[vitrine.Audience]string{vitrine.AudiencePublic: "p.is_public", vitrine.AudienceEditor: "p.deleted_at IS NULL"},
	}
}

// Categories are all. Their addresses are their paths, the last part of which is
// the slug: it is known by that, wherever in the tree it was.
func Categories() Kind {
	return Kind{
		"SELECT 1 FROM categories WHERE slug = $1", "former_category_slugs",
		`SELECT c.path FROM (SELECT slug, id AS owner_id FROM categories UNION ALL SELECT slug, owner_id FROM former_category_slugs) f
			JOIN categories c ON c.id = f.owner_id`,
		map[vitrine.Audience]string{vitrine.AudiencePublic: "c.is_visible", vitrine.AudienceEditor: "TRUE"},
	}
}

// Tags are all.
func Tags() Kind {
	return Kind{
		"SELECT 1 FROM tags WHERE slug = $1", "former_tag_slugs",
		"SELECT t.slug FROM former_tag_slugs f JOIN tags t ON t.id = f.owner_id",
		map[vitrine.Audience]string{vitrine.AudiencePublic: "t.is_active AND t.public_count > 0", vitrine.AudienceEditor: "TRUE"},
	}
}

// Exec runs a statement of a transaction.
type Exec func(ctx context.Context, query string, args ...any) (int64, error)

// Give gives a slug to something: what it led to before is not found by it any
// more.
func (k Kind) Give(ctx context.Context, exec Exec, slug string) error {
	_, err := exec(ctx, "DELETE FROM "+k.former+" WHERE slug = $1", slug)
	return err
}

// Keep lets a slug lead to the thing with that id, which had it.
func (k Kind) Keep(ctx context.Context, exec Exec, id int64, slug string) error {
	_, err := exec(ctx, "INSERT INTO "+k.former+` (slug, owner_id) VALUES ($1, $2)
		ON CONFLICT (slug) DO UPDATE SET owner_id = excluded.owner_id`, slug, id)
	return err
}

// Inherit lets all that led to one thing lead to another, which takes its place.
func (k Kind) Inherit(ctx context.Context, exec Exec, from, to int64) error {
	_, err := exec(ctx, "UPDATE "+k.former+" SET owner_id = $1 WHERE owner_id = $2", to, from)
	return err
}

// Now returns the address of what had the address before, without its beginning,
// or sql.ErrNoRows if there is nothing that the audience sees.
func (k Kind) Now(ctx context.Context, from rows.Source, former string, audience vitrine.Audience) (string, error) {
	slug := former[strings.LastIndex(former, "/")+1:]
	return rows.Value[string](ctx, from, k.now+" WHERE f.slug = $1 AND "+k.shown[audience], slug)
}

// Free returns base if nothing has or had it yet, else base with the suffix -2,
// -3 and so on.
//
// The number is found in steps that double and then halve, so that the
// thousandth photo of one title costs a few look-ups more than the second.
func (k Kind) Free(ctx context.Context, from rows.Source, base string) (string, error) {
	base = truncate(base, vitrine.MaxName-len("-1000000000"))
	query := "SELECT EXISTS (" + k.present + ") OR EXISTS (SELECT 1 FROM " + k.former + " WHERE slug = $1)"
	taken := func(slug string) (bool, error) { return rows.Value[bool](ctx, from, query, slug) }
	numbered := func(n int) string { return base + "-" + strconv.Itoa(n) }

	if busy, err := taken(base); err != nil || !busy {
		return base, err
	}
	low, high := 1, 2 // low is taken
	for {
		busy, err := taken(numbered(high))
		if err != nil {
			return "", err
		}
		if !busy {
			break
		}
		low, high = high, 2*high
	}
	for high-low > 1 {
		middle := (low + high) / 2
		busy, err := taken(numbered(middle))
		if err != nil {
			return "", err
		}
		if busy {
			low = middle
		} else {
			high = middle
		}
	}
	return numbered(high), nil
}

func truncate(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:limit]), "-")
}
