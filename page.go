package vitrine

// Page is one page of a list. Numbers start at 1.
type Page struct {
	Number int
	Limit  int
}

// The bounds of a page.
const (
	DefaultPageLimit = 20
	MaxPageLimit     = 100
)

// Offset returns how many items come before the page.
func (p Page) Offset() int { return (p.Number - 1) * p.Limit }

// Validate reports a page or limit that is out of range.
func (p Page) Validate(f *Faults) {
	if p.Number < 1 {
		f.Add("page", FaultOutOfRange, ReasonMin, 1)
	}
	if p.Limit < 1 || p.Limit > MaxPageLimit {
		f.Add("limit", FaultOutOfRange, ReasonBetween, 1, MaxPageLimit)
	}
}

// SortOrder is the direction of a list.
type SortOrder string

// The two directions.
const (
	Ascending  SortOrder = "asc"
	Descending SortOrder = "desc"
)
