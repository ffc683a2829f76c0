package vitrine

import "hash/fnv"

// DefaultColor returns the colour of a category or tag that was given none. The
// same name always has the same colour.
func DefaultColor(name string) string {
	// They are told apart at a glance and readable on white.
	palette := [...]string{
		"#b45309", "#0f766e", "#1d4ed8", "#7c3aed", "#be123c", "#15803d",
		"#0369a1", "#a21caf", "#4d7c0f", "#9f1239", "#4338ca", "#92400e",
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // an fnv hash never fails
	return palette[h.Sum32()%uint32(len(palette))]
}
