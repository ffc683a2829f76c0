package vitrine

import "slices"

// Versions are those of a thing that a client will have changed, as by If-Match
// (RFC 9110, section 13.1.1): it must have one of them. Nil stands for any.
type Versions []int64

// Check returns a CodeConflict error unless the thing's version is one of v.
func (v Versions) Check(version int64) error {
	if v == nil || slices.Contains(v, version) {
		return nil
	}
	return Conflict("stale", "It was changed by someone else. Read it again.", map[string]any{"current_version": version})
}
