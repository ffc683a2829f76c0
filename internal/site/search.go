package site

import (
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// searchPage shows what a search found, with links that narrow and widen it.
// Without words it shows tags to begin with.
type searchPage struct {
	Words   string
	Total   int
	Results []resultView
	Chosen  []choice // filters, with what takes each off
	Facets  []facetView
	Tags    []weightedTag
	grid    // without tiles, for its pages
}

// resultView is a photo that was found.
type resultView struct {
	tileView
	Title, Excerpt []textPart
}

// textPart is a part of a text that matches, or does not.
type textPart struct {
	Text   string
	Marked bool
}

// facetView counts what was found by one kind of thing.
type facetView struct {
	Name    string
	Choices []choice
}

// choice leads to the search with a filter more, or less.
type choice struct {
	Path, Name string
	Count      int
}

// weightedTag is a tag with how much it is used, from 1 to 4.
type weightedTag struct {
	crumb
	Weight int
}

const (
	searchPath    = "/search"
	searchTags    = 5 // filters at most
	searchChoices = 12
	searchCloud   = 60
)

// searchQuery is what the address of a search asks for.
type searchQuery struct {
	words    string
	category string // its path
	tags     []string
	year     int
}

// readSearch takes what can be meant of an address, and leaves out the rest.
func readSearch(values url.Values) (q searchQuery) {
	q.words = searchable(values.Get("q"))
	q.category = vitrine.Clean(values.Get("category"))
	if year, err := strconv.Atoi(values.Get("year")); err == nil && year >= 1 && year <= 9999 {
		q.year = year
	}
	for _, tag := range values["tag"] {
		if tag = searchable(tag); tag != "" && !slices.Contains(q.tags, tag) && len(q.tags) < searchTags {
			q.tags = append(q.tags, tag)
		}
	}
	return q
}

// searchable returns a text without what no photo could hold, and not longer
// than a search may be.
func searchable(text string) string {
	runes := []rune(vitrine.Clean(text))
	return string(runes[:min(len(runes), vitrine.MaxName)])
}

// path is the address of the search.
func (q searchQuery) path() string {
	values := url.Values{}
	if q.words != "" {
		values.Set("q", q.words)
	}
	if q.category != "" {
		values.Set("category", q.category)
	}
	if q.year != 0 {
		values.Set("year", strconv.Itoa(q.year))
	}
	for _, tag := range q.tags {
		values.Add("tag", tag)
	}
	if len(values) == 0 {
		return searchPath
	}
	return searchPath + "?" + values.Encode()
}

func (q searchQuery) inCategory(path string) searchQuery { q.category = path; return q }
func (q searchQuery) inYear(year int) searchQuery        { q.year = year; return q }

func (q searchQuery) withTag(tag string) searchQuery {
	q.tags = append(slices.Clone(q.tags), tag)
	return q
}

func (q searchQuery) withoutTag(tag string) searchQuery {
	q.tags = slices.DeleteFunc(slices.Clone(q.tags), func(other string) bool { return other == tag })
	return q
}

func (q searchQuery) filter(page vitrine.Page) vitrine.SearchFilter {
	f := vitrine.SearchFilter{Page: page, Query: q.words, Tags: q.tags}
	if q.year != 0 {
		f.From = time.Date(q.year, time.January, 1, 0, 0, 0, 0, time.UTC)
		f.To = time.Date(q.year, time.December, 31, 0, 0, 0, 0, time.UTC)
	}
	return f
}

func (s *Site) search(r *request) (*page, error) {
	q := readSearch(r.URL.Query())
	p, err := s.newPage(r, "search")
	if err != nil {
		return nil, err
	}
	p.Sheet, p.Title, p.Unlisted = "search.css", r.lang.say("Search"), true
	s.setAddress(p, q.path())
	body := searchPage{Words: q.words}
	if q.words == "" {
		body.Tags, err = s.cloud(r)
		p.Body = body
		return p, err
	}
	category, err := s.searched(r, q)
	if err != nil {
		return nil, err
	}
	number := pageNumber(r.Request)
	var result vitrine.SearchResult
	if category != nil {
		filter := q.filter(vitrine.Page{Number: number, Limit: p.settings.Display.PhotosPerPage})
		filter.CategoryID = category.ID
		if result, err = s.Catalog.Search(r.Context(), vitrine.Actor{}, filter); err != nil {
			return nil, err
		}
	}
	if len(result.Photos) == 0 && number > 1 {
		return nil, vitrine.NotFound("page", number)
	}
	body.Total, body.Results = result.Total, s.results(p, result.Photos)
	if len(body.Results) > 0 {
		p.Expected = "results" // the facets in front of them move as the next ones arrive
	}
	body.Chosen = q.chosen(category)
	body.Facets = q.facets(result.Facets, r.lang)
	body.Newer, body.Older = q.turn(number, result.Total, p.settings.Display.PhotosPerPage)
	p.Body = body
	return p, nil
}

// searched returns the category that a search is narrowed to, one without an id
// if it is not, and nil for one that nobody may see: it has no name, and finds
// nothing.
func (s *Site) searched(r *request, q searchQuery) (*vitrine.Category, error) {
	if q.category == "" {
		return &vitrine.Category{}, nil
	}
	category, err := s.Catalog.CategoryByPath(r.Context(), vitrine.Actor{}, q.category)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return nil, nil //nolint:nilnil // as the comment says
	}
	return category, err
}

// turn returns the addresses of the pages beside one; "" where there is none.
func (q searchQuery) turn(number, total, perPage int) (before, after string) {
	at := func(n int) string {
		if n == 1 {
			return q.path()
		}
		return q.path() + "&page=" + strconv.Itoa(n)
	}
	if number > 1 {
		before = at(number - 1)
	}
	if number*perPage < total {
		after = at(number + 1)
	}
	return before, after
}

func (s *Site) results(p *page, photos []vitrine.FoundPhoto) (views []resultView) {
	for i, found := range photos {
		view := resultView{tileView: s.tile(found.Photo, i), Title: textParts(found.MarkedTitle), Excerpt: textParts(found.MarkedDescription)}
		if len(view.Title) == 0 {
			view.Title = []textPart{{Text: found.Title}}
		}
		view.Sizes = "(max-width: 40rem) 42vw, 25vw"
		p.addStyle(tileStyle(view.Class, found.Photo, nil))
		views = append(views, view)
	}
	return views
}

// textParts takes apart what a search marked: the template escapes each part
// again.
func textParts(marked string) (parts []textPart) {
	add := func(text string, isMarked bool) {
		if text != "" {
			parts = append(parts, textPart{html.UnescapeString(text), isMarked})
		}
	}
	for marked != "" {
		before, rest, _ := strings.Cut(marked, "<mark>")
		inside, after, _ := strings.Cut(rest, "</mark>")
		add(before, false)
		add(inside, true)
		marked = after
	}
	return parts
}

// chosen names the filters of a search in a category, or in one that nobody may
// see.
func (q searchQuery) chosen(category *vitrine.Category) (chosen []choice) {
	if q.category != "" {
		name := "?"
		if category != nil {
			name = category.Name
		}
		chosen = append(chosen, choice{Path: q.inCategory("").path(), Name: name})
	}
	for _, tag := range q.tags {
		chosen = append(chosen, choice{Path: q.withoutTag(tag).path(), Name: tag})
	}
	if q.year != 0 {
		chosen = append(chosen, choice{Path: q.inYear(0).path(), Name: strconv.Itoa(q.year)})
	}
	return chosen
}

// facets returns the filters that would narrow a search.
func (q searchQuery) facets(found vitrine.Facets, l *language) (facets []facetView) {
	var categories, tags, years []choice
	for _, c := range found.Categories {
		if c.Path != q.category {
			categories = append(categories, choice{q.inCategory(c.Path).path(), c.Name, c.Count})
		}
	}
	for _, tag := range found.Tags {
		if !slices.ContainsFunc(q.tags, func(chosen string) bool { return vitrine.FoldName(chosen) == vitrine.FoldName(tag.Name) }) && len(q.tags) < searchTags {
			tags = append(tags, choice{q.withTag(tag.Name).path(), tag.Name, tag.Count})
		}
	}
	for _, y := range found.Years {
		if y.Year != q.year {
			years = append(years, choice{q.inYear(y.Year).path(), strconv.Itoa(y.Year), y.Count})
		}
	}
	for _, f := range []facetView{{l.say("Galleries"), categories}, {l.say("Tags"), tags}, {l.say("Years"), years}} {
		if len(f.Choices) > 0 {
			f.Choices = f.Choices[:min(len(f.Choices), searchChoices)]
			facets = append(facets, f)
		}
	}
	return facets
}

// cloud returns the most used tags by name, each as heavy as it is used.
func (s *Site) cloud(r *request) ([]weightedTag, error) {
	tags, err := s.Catalog.Tags(r.Context(), vitrine.Actor{}, searchCloud)
	if err != nil {
		return nil, err
	}
	cloud := make([]weightedTag, len(tags))
	for i, tag := range tags { // the most used come first
		cloud[i] = weightedTag{crumb{Path: tagPath(tag.Slug), Name: tag.Name}, 4 - 4*i/len(tags)}
	}
	slices.SortFunc(cloud, func(a, b weightedTag) int { return strings.Compare(vitrine.FoldName(a.Name), vitrine.FoldName(b.Name)) })
	return cloud, nil
}
