package standing

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/vitrine-photos/vitrine/internal/search"
)

// searchText is what a search looks for in a photo, besides its camera and lens.
// A place that was read from the picture is hidden.
type searchText struct {
	title, tags, description, place, hiddenPlace string
	takenDay                                     *int64
}

// card is what the photo is counted by when it is found. It does not change when
// a category of the photo moves.
func (p *Photo) card() search.Card {
	c := search.Card{Photo: p.ID}
	for _, tag := range p.tags {
		c.Tags = append(c.Tags, tag.id)
	}
	if p.words.takenDay != nil {
		c.Day = *p.words.takenDay
	}
	for _, m := range p.categories {
		if m.direct {
			c.Categories = append(c.Categories, m.category)
		}
	}
	return c
}

// digest tells apart what the search index holds, which is written only when
// that changes. It is never 0.
func (p *Photo) digest() int64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s%t\x00", p.card(), p.Public) // never fails
	w := p.words
	for _, text := range []string{w.title, w.tags, w.description, w.place, w.hiddenPlace, p.Camera, p.Lens} {
		_, _ = io.WriteString(h, text+"\x00")
	}
	return int64(max(1, h.Sum64())) // the same 64 bits
}

// SearchEntry returns what the photo is found by.
func (p *Photo) SearchEntry() search.Entry {
	w := p.words
	e := search.Entry{HiddenPlace: w.hiddenPlace, Texts: map[search.Field]string{
		search.Title: w.title, search.Tags: w.tags, search.Description: w.description, search.Place: w.place,
	}}
	if p.Public {
		e.Marks = append(e.Marks, search.MarkPublic)
	}
	card := p.card()
	for _, tag := range card.Tags {
		e.Marks = append(e.Marks, search.MarkTag(tag))
	}
	for _, category := range card.Categories {
		e.Marks = append(e.Marks, search.MarkCategory(category))
	}
	return e
}

// CardRow returns the photo's row of the table photo_cards.
func (p *Photo) CardRow() []any {
	w := p.words
	return []any{p.ID, p.card().String(), w.takenDay, search.Fold(p.Camera), search.Fold(p.Lens), search.Fold(w.place), search.Fold(w.hiddenPlace)}
}
