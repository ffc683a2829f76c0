package vitrine

import "time"

// MaxCategoryDepth is the number of levels of the category tree.
const MaxCategoryDepth = 10

// Category is a node of the tree that photos are sorted into.
type Category struct {
	ID               int64
	Version          int64
	Name             string
	Slug             string
	Description      string
	ParentID         *int64 // nil for a root
	Level            int    // 0 for a root
	Path             string // slugs from the root, "travel/asia/japan"
	CoverPhotoID     *int64
	CoverPhoto       *CoverPhoto
	Color            string
	Icon             string
	SortOrder        int
	IsActive         bool
	IsFeatured       bool
	PhotoCount       int // distinct photos here and below, as the audience sees them
	DirectPhotoCount int
	SEOTitle         string
	SEODescription   string
	CreatedAt        time.Time
	UpdatedAt        time.Time
}

// CoverPhoto is the picture that stands for a category.
type CoverPhoto struct {
	ID     int64
	Title  string
	Thumb  Rendition
	Public bool // as in Photo
}

// CategoryInput holds what a client may set on a category.
type CategoryInput struct {
	Name           Optional[string]
	Slug           Optional[string]
	Description    Optional[string]
	ParentID       Optional[int64]
	CoverPhotoID   Optional[int64]
	Color          Optional[string]
	Icon           Optional[string]
	SortOrder      Optional[int]
	IsActive       Optional[bool]
	IsFeatured     Optional[bool]
	SEOTitle       Optional[string]
	SEODescription Optional[string]
}

// ValidateNew reports everything that forbids to create a category.
func (in *CategoryInput) ValidateNew(f *Faults) {
	requireField(f, "name", in.Name)
	in.Validate(f)
}

// Validate cleans the input in place and reports every field that is wrong.
func (in *CategoryInput) Validate(f *Faults) {
	checkLine(f, "name", &in.Name, MaxName, true)
	checkSlug(f, &in.Slug)
	checkText(f, "description", &in.Description, MaxDescription)
	checkColor(f, "color", in.Color)
	checkIcon(f, "icon", in.Icon)
	checkLine(f, "seo_title", &in.SEOTitle, MaxSEO, false)
	checkLine(f, "seo_description", &in.SEODescription, MaxSEO, false)
	notNull(f, "sort_order", in.SortOrder)
	notNull(f, "is_active", in.IsActive)
	notNull(f, "is_featured", in.IsFeatured)
	if in.ParentID.Present() && in.ParentID.Value < 1 {
		f.Add("parent_id", FaultOutOfRange, ReasonCategoryID)
	}
}

// CategoryPlace is where in the tree a category is put: below a parent, and there
// right before another one.
type CategoryPlace struct {
	ParentID Optional[int64] // null for a root
	BeforeID Optional[int64] // null, or not set, for after all others
}

// Validate reports every field that is wrong.
func (p *CategoryPlace) Validate(f *Faults) {
	if !p.ParentID.Set {
		f.Add("parent_id", FaultRequired, ReasonRequiredOrTop)
	}
	if p.ParentID.Present() && p.ParentID.Value < 1 {
		f.Add("parent_id", FaultOutOfRange, ReasonCategoryID)
	}
	if p.BeforeID.Present() && p.BeforeID.Value < 1 {
		f.Add("before_id", FaultOutOfRange, ReasonCategoryID)
	}
}

// CategoryStats describes the tree as a whole.
type CategoryStats struct {
	TotalCategories int `json:"total_categories"`
	MaxLevel        int `json:"max_level"`
	FeaturedCount   int `json:"featured_count"`
}
