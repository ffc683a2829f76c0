package vitrine

import "encoding/json"

// Optional is a field of an input: absent, null, or a value. On an update
// absent means unchanged and null clears.
type Optional[T any] struct {
	Value T
	Set   bool // the field was sent
	Null  bool // it was sent as null; Value is the zero value
}

// Some returns an Optional that holds v.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }

// Null returns an Optional that was sent as null.
func Null[T any]() Optional[T] { return Optional[T]{Set: true, Null: true} }

// Present reports whether a value was sent, and not null.
func (o Optional[T]) Present() bool { return o.Set && !o.Null }

// Or returns the value if one was sent, else fallback. Null counts as fallback.
func (o Optional[T]) Or(fallback T) T {
	if o.Present() {
		return o.Value
	}
	return fallback
}

// UnmarshalJSON records that the field was sent.
func (o *Optional[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		o.Null = true
		return nil
	}
	return json.Unmarshal(b, &o.Value)
}

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.Present() {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// IsZero lets `omitzero` leave out a field that was not set.
func (o Optional[T]) IsZero() bool { return !o.Set }
