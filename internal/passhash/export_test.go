package passhash

// Hold takes every turn at hashing until release is called.
func (h *Hasher) Hold() (release func()) {
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	return func() {
		for range cap(h.slots) {
			<-h.slots
		}
	}
}
