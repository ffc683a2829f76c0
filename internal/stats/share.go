package stats

import (
	"cmp"
	"slices"

	"github.com/vitrine-photos/vitrine"
)

// Share is a category's part of the sum of all that are listed with it.
type Share struct {
	Name       string `json:"name" example:"Seascapes"`
	Count      int    `json:"count" example:"57"`
	Percentage int    `json:"percentage" doc:"Of the sum of those listed, whole; together 100." example:"38"`
}

// shares rounds by the method of the largest remainder: all are rounded down,
// and what is missing to 100 goes to those that lost most by it. Of equals the
// first gets it. Counts must be positive.
func shares(counts []vitrine.GroupCount) []Share {
	sum := 0
	for _, c := range counts {
		sum += c.Count
	}
	list := make([]Share, len(counts))
	order := make([]int, len(counts))
	missing := 100
	for i, c := range counts {
		list[i] = Share{c.Key, c.Count, c.Count * 100 / sum}
		order[i] = i
		missing -= list[i].Percentage
	}
	remainder := func(i int) int { return counts[i].Count * 100 % sum }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(remainder(j), remainder(i)) })
	for _, i := range order[:min(missing, len(order))] {
		list[i].Percentage++
	}
	return list
}
