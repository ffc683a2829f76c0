package search

import (
	"strconv"
	"strings"
)

// Card is what photos are counted by when they are found. The numbers are ids;
// the categories are those that the photo is in itself.
type Card struct {
	Photo      int64
	Day        int64 // of capture, local, 20260531; 0 if unknown
	Tags       []int64
	Categories []int64
}

// String writes the card as Tally reads it: "7 20260531 1,2 3;".
func (c Card) String() string {
	b := strconv.AppendInt(nil, c.Photo, 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, c.Day, 10)
	b = append(b, ' ')
	b = appendList(b, c.Tags)
	b = append(b, ' ')
	b = appendList(b, c.Categories)
	return string(append(b, ';'))
}

func appendList(b []byte, ids []int64) []byte {
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return b
}

// Tally is what photos that were found have in common.
type Tally struct {
	Photos []int64
	Years  map[int]int    // photos by the year of capture, as far as it is known
	Tags   map[int64]int  // photos by tag
	sets   map[string]int // photos by the categories that they are in, as cards list them
}

// NewTally counts the cards of photos, written one after the other. A few
// thousand are read in a millisecond, which as rows would take many.
func NewTally(cards string) Tally {
	t := Tally{Years: map[int]int{}, Tags: map[int64]int{}, sets: map[string]int{}}
	for card := range strings.SplitSeq(cards, ";") {
		photo, rest, found := strings.Cut(card, " ")
		if !found {
			continue
		}
		day, rest, _ := strings.Cut(rest, " ")
		tags, categories, _ := strings.Cut(rest, " ")
		t.Photos = append(t.Photos, number(photo))
		if year := int(number(day) / 10000); year != 0 {
			t.Years[year]++
		}
		for tag := range ids(tags) {
			t.Tags[tag]++
		}
		if categories != "" {
			t.sets[categories]++
		}
	}
	return t
}

// Categories counts the photos in each category or below it. Parents names the
// category above each one, 0 for none; one that is not among its keys is gone.
func (t Tally) Categories(parents map[int64]int64) map[int64]int {
	counts := map[int64]int{}
	for set, n := range t.sets {
		above := map[int64]bool{}
		for id := range ids(set) {
			for parent, exists := parents[id]; exists && !above[id]; parent, exists = parents[id] {
				above[id] = true
				id = parent
			}
		}
		for id := range above {
			counts[id] += n
		}
	}
	return counts
}

// IDs reads ids, parted by commas.
func IDs(list string) []int64 {
	all := make([]int64, 0, strings.Count(list, ",")+1)
	for id := range ids(list) {
		all = append(all, id)
	}
	return all
}

func ids(list string) func(yield func(int64) bool) {
	return func(yield func(int64) bool) {
		for list != "" {
			var id string
			id, list, _ = strings.Cut(list, ",")
			if !yield(number(id)) {
				return
			}
		}
	}
}

// number reads digits that the program has written.
func number(digits string) (n int64) {
	for i := range len(digits) {
		n = n*10 + int64(digits[i]-'0')
	}
	return n
}
