package store

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// freeSlug returns base if no row has it yet, else base with the suffix -2, -3
// and so on. The query asks for the slug $1 and returns whether it is taken.
//
// The number is found in steps that double and then halve, so that the
// thousandth photo of one title costs a few look-ups more than the second.
func (tx *Tx) freeSlug(ctx context.Context, query, base string) (string, error) {
	base = truncateSlug(base, vitrine.MaxName-len("-1000000000"))
	taken := func(slug string) (bool, error) { return rows.Value[bool](ctx, tx.src, query, slug) }
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

func truncateSlug(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:limit]), "-")
}
