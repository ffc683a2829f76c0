package vitrine

import (
	"strings"
	"time"

	"golang.org/x/text/cases"
)

// TagGroup sorts tags by what they speak of.
type TagGroup string

// The tag groups.
const (
	TagStyle     TagGroup = "style"
	TagSubject   TagGroup = "subject"
	TagTechnique TagGroup = "technique"
	TagLocation  TagGroup = "location"
)

// TagGroups lists the groups.
func TagGroups() []TagGroup { return []TagGroup{TagStyle, TagSubject, TagTechnique, TagLocation} }

// Title returns the group's name for people.
func (g TagGroup) Title() string { return strings.ToUpper(string(g[:1])) + string(g[1:]) }

// Tag is a word that photos share. Names are unique whatever their case.
type Tag struct {
	ID          int64
	Version     int64
	Name        string
	Slug        string
	Description string
	Color       string
	Icon        string
	Group       TagGroup
	UsageCount  int     // photos that carry it, as the audience sees them
	TrendScore  float64 // uses, each halved every seven days
	IsActive    bool
	IsFeatured  bool
	CreatedAt   time.Time
	UpdatedAt   time.Time
	LastUsedAt  *time.Time
}

// NewTag returns the tag that a name alone gives.
func NewTag(name string) *Tag {
	return &Tag{
		Name: name, Slug: MakeSlug(name, "tag"), Color: DefaultColor(name), Group: TagSubject, IsActive: true,
	}
}

// TagInput holds what a client may set on a tag.
type TagInput struct {
	Name        Optional[string]
	Slug        Optional[string]
	Description Optional[string]
	Color       Optional[string]
	Icon        Optional[string]
	Group       Optional[TagGroup]
	IsActive    Optional[bool]
	IsFeatured  Optional[bool]
}

// ValidateNew reports everything that forbids to create a tag.
func (in *TagInput) ValidateNew(f *Faults) {
	requireField(f, "name", in.Name)
	in.Validate(f)
}

// Validate cleans the input in place and reports every field that is wrong.
func (in *TagInput) Validate(f *Faults) {
	checkLine(f, "name", &in.Name, MaxName, true)
	checkSlug(f, &in.Slug)
	checkText(f, "description", &in.Description, MaxDescription)
	checkColor(f, "color", in.Color)
	checkIcon(f, "icon", in.Icon)
	checkOneOf(f, "tag_group", in.Group, TagGroups())
	notNull(f, "is_active", in.IsActive)
	notNull(f, "is_featured", in.IsFeatured)
}

// FoldName returns the form under which names are compared: two names are the
// same if their folded forms are equal.
func FoldName(name string) string { return cases.Fold().String(cleanLine(name)) }

// uniqueFold drops names that differ from an earlier one only in case.
func uniqueFold(names []string) []string {
	seen := map[string]bool{}
	kept := names[:0]
	for _, name := range names {
		key := FoldName(name)
		if !seen[key] {
			kept = append(kept, name)
		}
		seen[key] = true
	}
	return kept
}

// TagSort is what a list of tags is sorted by.
type TagSort string

// The sort keys.
const (
	TagsByUsage TagSort = "usage_count"
	TagsByName  TagSort = "name"
	TagsByAge   TagSort = "created_at"
	TagsByTrend TagSort = "trend_score"
)

// TagFilter selects a page of tags.
type TagFilter struct {
	Audience  Audience
	Page      Page
	Group     TagGroup // "" for all
	Search    string   // a part of the name, whatever its case; "" for all
	SortBy    TagSort
	SortOrder SortOrder // ties are in the order of ids
}

// TagPage is one page of tags, how many there are in all, and how many each
// group has whatever the filter asks for.
type TagPage struct {
	Tags   []*Tag
	Total  int
	Groups map[TagGroup]int
}

// SuggestedTag is a tag that a text may mean.
type SuggestedTag struct {
	*Tag
	Score float64 // how well it matches, above 0 to 1
}

// TrendingTag is a tag with how many photos got it in a period.
type TrendingTag struct {
	*Tag
	PeriodUsage int
}
