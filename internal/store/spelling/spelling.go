// Package spelling tells how alike two words are written.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// Score tells how well a name answers a search for key, both folded: it is above
// 0.7 for names that begin with key, above 0.4 for those
// that hold it, and else below.
func Score(key, name string) float64 {
	length := float64(utf8.RuneCountInString(name))
	share := float64(utf8.RuneCountInString(key)) / length
	switch {
	case strings.HasPrefix(name, key):
		return 0.7 + 0.3*share
	case strings.Contains(name, key):
		return 0.4 + 0.3*share
	}
	longer := max(length, float64(utf8.RuneCountInString(key)))
	return 0.4 * (1 - float64(Distance(key, name))/longer)
}

// Distance is how many letters must be added, removed or replaced to make one
// text of another (Levenshtein 1966).
func Distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	previous := make([]int, len(to)+1)
	for j := range previous {
		previous[j] = j
	}
	for i, x := range from {
		current := make([]int, len(to)+1)
		current[0] = i + 1
		for j, y := range to {
			replaced := previous[j]
			if x != y {
				replaced++
			}
			current[j+1] = min(replaced, previous[j+1]+1, current[j]+1)
		}
		previous = current
	}
	return previous[len(to)]
}
