package search

import (
	"cmp"
	"math"
	"slices"
)

// Field is a part of a photo that words are looked for in. Fields may be added
// up.
type Field int

// The fields. Each weighs more than all that follow it together, so the sum of
// those that have a term is what it counts for.
const (
	Title       Field = 8
	Tags        Field = 4
	Description Field = 2
	Place       Field = 1

	Everywhere = Title | Tags | Description | Place
)

// Fields lists the fields, the weightiest first.
func Fields() []Field { return []Field{Title, Tags, Description, Place} }

// MaxScored is how many terms of a query count for the score; the others must
// match all the same.
const MaxScored = 4

// A term counts for so many times the weight of its fields. The beginning of a
// word counts less than a word, yet not so little that it falls behind a lighter
// field.
const (
	prefixFactor = 9
	wholeFactor  = 10
)

// Ranking puts photos in order.
type Ranking struct {
	places []place
	most   int // points
}

type place struct {
	id     int64
	points int
	prefix int // of the points, those that double as points of a prefix
}

// NewRanking begins a ranking of photos by what they have of the first MaxScored
// terms of a query.
func NewRanking(query Query, ids []int64) *Ranking {
	r := &Ranking{places: make([]place, len(ids)), most: int(Everywhere) * wholeFactor * min(len(query), MaxScored)}
	for i, id := range ids {
		r.places[i].id = id
	}
	slices.SortFunc(r.places, func(a, b place) int { return cmp.Compare(b.id, a.id) })
	return r
}

// Add counts that a field of these photos has a term. Their ids are sorted, the
// highest first; those that are not ranked do not matter.
func (r *Ranking) Add(term Term, field Field, ids []int64) {
	r.merge(ids, func(p *place) {
		if term.Prefix != "" {
			p.prefix += int(field)
		} else {
			p.points += int(field) * wholeFactor
		}
	})
}

// AddWhole counts that these photos have a term with a prefix as a whole word.
func (r *Ranking) AddWhole(ids []int64) {
	r.merge(ids, func(p *place) {
		p.points += p.prefix * wholeFactor
		p.prefix = 0
	})
}

func (r *Ranking) merge(ids []int64, count func(*place)) {
	at := 0
	for i := range r.places {
		for at < len(ids) && ids[at] > r.places[i].id {
			at++
		}
		if at < len(ids) && ids[at] == r.places[i].id {
			count(&r.places[i])
		}
	}
}

// Scored is a photo with its score, above 0 and up to 1.
type Scored struct {
	ID    int64
	Score float64
}

// Best returns the photos with the highest score first; of equals, the newest.
func (r *Ranking) Best() []Scored {
	r.settle()
	slices.SortFunc(r.places, func(a, b place) int { return cmp.Or(b.points-a.points, cmp.Compare(b.id, a.id)) })
	return r.scored()
}

// Newest returns the photos with the newest first.
func (r *Ranking) Newest() []Scored {
	r.settle()
	return r.scored()
}

// scored rounds what says nothing.
func (r *Ranking) scored() []Scored {
	scored := make([]Scored, len(r.places))
	for i, p := range r.places {
		scored[i] = Scored{p.id, math.Round(1e4*float64(p.points)/float64(max(1, r.most))) / 1e4}
	}
	return scored
}

func (r *Ranking) settle() {
	for i := range r.places {
		p := &r.places[i]
		p.points += p.prefix * prefixFactor
		p.prefix = 0
	}
}
