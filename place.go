package vitrine

// Place is where a photo was taken.
type Place struct {
	PhotoID             int64
	Latitude, Longitude float64 // degrees north and east
	City, Country       string  // "" if not known
}
