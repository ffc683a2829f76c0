package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/search"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// maxRanked is how many of the photos that match a search, the newest, are
// ranked and counted. Those beyond follow in the order of their age.
const maxRanked = 10_000

// SearchPhotos returns one page of the photos that match a search, the best
// first, of equals the newest. The filter must be valid.
//
// The index knows words, tags, categories and what is public, so the cost grows
// with what is found rather than with the library, and the ranking with no more
// than maxRanked.
func (r reader) SearchPhotos(ctx context.Context, f vitrine.SearchFilter) (vitrine.SearchResult, error) {
	return r.searchPhotos(ctx, f, maxRanked)
}

func (r reader) searchPhotos(ctx context.Context, f vitrine.SearchFilter, ranked int) (vitrine.SearchResult, error) {
	var result vitrine.SearchResult
	s, possible, err := r.newSearch(ctx, f)
	if err != nil || !possible {
		return result, err
	}
	s.ranked = ranked
	tally, err := s.newest(ctx, window{0, ranked + 1})
	if err != nil {
		return result, err
	}
	result.Total = len(tally.Photos)
	approximate := result.Total > ranked
	if approximate {
		if result.Total, err = s.count(ctx); err != nil {
			return result, err
		}
	}
	if result.Facets, err = r.facets(ctx, tally, f.Audience, result.Total); err != nil {
		return result, err
	}
	result.Facets.Approximate = approximate
	scored, err := s.page(ctx, tally.Photos, f.Page)
	if err != nil {
		return result, err
	}
	result.Photos, err = r.found(ctx, scored, f.Audience)
	return result, err
}

func (r reader) found(ctx context.Context, scored []search.Scored, audience vitrine.Audience) ([]vitrine.FoundPhoto, error) {
	ids := make([]int64, len(scored))
	scores := map[int64]float64{}
	for i, s := range scored {
		ids[i], scores[s.ID] = s.ID, s.Score
	}
	photos, err := r.PhotosByID(ctx, ids, audience)
	found := make([]vitrine.FoundPhoto, len(photos))
	for i, photo := range photos {
		found[i] = vitrine.FoundPhoto{Photo: photo, Score: scores[photo.ID]}
	}
	return found, err
}

// photoSearch is a search that was understood.
type photoSearch struct {
	reader
	query   search.Query
	ranked  int                // how many it ranks, the newest
	hidden  bool               // finds by hidden places
	marks   search.Match       // what else than words it asks of the index
	onCards sqltext.Conditions // and what of the cards c
}

// newSearch looks up what a filter names. It is not possible to find photos by
// no words, or in what does not exist or is hidden from the audience.
func (r reader) newSearch(ctx context.Context, f vitrine.SearchFilter) (s photoSearch, possible bool, err error) {
	editor := f.Audience == vitrine.AudienceEditor
	s = photoSearch{reader: r, query: search.ParseQuery(f.Query), hidden: editor || f.HiddenPlaces}
	if len(s.query) == 0 {
		return s, false, nil
	}
	if !editor {
		s.marks = search.AskMarks(search.MarkPublic)
	}
	for _, tag := range f.Tags {
		owners, possible, err := r.feedsOf(ctx, vitrine.PhotoFilter{Audience: f.Audience, Tag: tag})
		if err != nil || !possible {
			return s, false, err
		}
		s.marks = append(s.marks, search.AskMarks(search.MarkTag(owners[0].Owner))...)
	}
	if f.CategoryID != 0 {
		_, possible, err := r.feedsOf(ctx, vitrine.PhotoFilter{Audience: f.Audience, CategoryID: f.CategoryID})
		if err != nil || !possible {
			return s, false, err
		}
		tree, err := r.subtree(ctx, f.CategoryID)
		if err != nil {
			return s, false, err
		}
		var marks []string
		for _, node := range tree {
			marks = append(marks, search.MarkCategory(node.id))
		}
		s.marks = append(s.marks, search.AskMarks(marks...)...)
	}
	s.askCards(f)
	return s, true, nil
}

func (s *photoSearch) askCards(f vitrine.SearchFilter) {
	c := &s.onCards
	c.Args = []any{""} // the first is the match
	const like = ` LIKE ? ESCAPE '\'`
	if part := sqltext.Containing(search.Fold(f.Location)); f.Location != "" && s.hidden {
		c.Add("(c.place"+like+" OR c.hidden_place"+like+")", part, part)
	} else if f.Location != "" {
		c.Add("c.place"+like, part)
	}
	if f.Camera != "" {
		c.Add("c.camera"+like, sqltext.Containing(search.Fold(f.Camera)))
	}
	if f.Lens != "" {
		c.Add("c.lens"+like, sqltext.Containing(search.Fold(f.Lens)))
	}
	if !f.From.IsZero() {
		c.Add("c.taken_day >= ?", calendar.DayOf(f.From))
	}
	if !f.To.IsZero() {
		c.Add("c.taken_day <= ?", calendar.DayOf(f.To))
	}
}

func (s *photoSearch) found() string { return strings.Replace(s.d.searchFound(), "?", "$1", 1) }

// asked is what photos must have, all the words and marks.
func (s *photoSearch) asked() search.Match { return append(s.query.Ask(s.hidden), s.marks...) }

func (s *photoSearch) args() []any {
	args := slices.Clone(s.onCards.Args)
	args[0] = s.d.searchMatch(s.asked())
	return args
}

// newest returns a stretch of what was found, the newest first.
func (s *photoSearch) newest(ctx context.Context, w window) (search.Tally, error) {
	c := sqltext.Conditions{Clauses: s.onCards.Clauses, Args: s.args()}
	cards, err := rows.Value[string](ctx, s.src, s.found()+`SELECT COALESCE(string_agg(card, ''), '') FROM (
		SELECT c.card FROM found JOIN photo_cards c ON c.photo_id = found.id`+c.Where()+`
		ORDER BY found.id DESC LIMIT `+c.Arg(w.limit)+" OFFSET "+c.Arg(w.offset)+`) AS newest`, c.Args...)
	return search.NewTally(cards), err
}

func (s *photoSearch) count(ctx context.Context) (int, error) {
	if len(s.onCards.Clauses) == 0 {
		_, total, err := s.byID(ctx, vitrine.Descending, window{0, 1})
		return total, err
	}
	return rows.Value[int](ctx, s.src,
		s.found()+"SELECT COUNT(*) FROM found JOIN photo_cards c ON c.photo_id = found.id"+s.onCards.Where(), s.args()...)
}

// byID returns a stretch of what was found, in the order of ids, of a search that
// asks nothing of the cards, and how many there are in all.
func (s *photoSearch) byID(ctx context.Context, order vitrine.SortOrder, w window) (ids []int64, total int, err error) {
	page := s.d.searchPage(s.asked(), order, w)
	ids, err = rows.All(ctx, s.src, func(r rows.Row) (id int64, err error) {
		err = r.Scan(&id, &total)
		return id, err
	}, page.query, page.args...)
	if err == nil && len(ids) == 0 && w.offset > 0 {
		_, total, err = s.byID(ctx, order, window{0, 1})
	}
	return ids, total, err
}

// page returns one page of what was found, of which these are the newest.
func (s *photoSearch) page(ctx context.Context, newest []int64, page vitrine.Page) ([]search.Scored, error) {
	ranked := newest[:min(len(newest), s.ranked)]
	var scored []search.Scored
	if page.Offset() < len(ranked) {
		ranking, err := s.rank(ctx, ranked)
		if err != nil {
			return nil, err
		}
		best := ranking.Best()
		scored = best[page.Offset():min(len(best), page.Offset()+page.Limit)]
	}
	if len(newest) <= s.ranked || len(scored) == page.Limit {
		return scored, nil
	}
	offset := max(s.ranked, page.Offset())
	older, err := s.newest(ctx, window{offset, page.Limit - len(scored)})
	if err != nil || len(older.Photos) == 0 {
		return scored, err
	}
	ranking, err := s.rank(ctx, older.Photos)
	if err != nil {
		return nil, err
	}
	return append(scored, ranking.Newest()...), nil
}

// rank finds out what fields of these photos have the words.
func (s *photoSearch) rank(ctx context.Context, ids []int64) (*search.Ranking, error) {
	ranking := search.NewRanking(s.query, ids)
	from, to := slices.Min(ids), slices.Max(ids)
	for i, term := range s.query[:min(len(s.query), search.MaxScored)] {
		for _, field := range search.Fields() {
			having, err := s.having(ctx, s.query.AskIn(i, term, field, s.hidden), from, to)
			if err != nil {
				return nil, err
			}
			ranking.Add(term, field, having)
		}
		if term.Prefix == "" {
			continue
		}
		whole, err := s.having(ctx, s.query.AskIn(i, search.Term{Exact: term.Exact}, search.Everywhere, s.hidden), from, to)
		if err != nil {
			return nil, err
		}
		ranking.AddWhole(whole)
	}
	return ranking, nil
}

// having returns the photos between two that match, the newest first.
func (s *photoSearch) having(ctx context.Context, match search.Match, from, to int64) ([]int64, error) {
	list, err := rows.Value[string](ctx, s.src, s.found()+`SELECT COALESCE(string_agg(CAST(id AS TEXT), ','), '')
		FROM (SELECT id FROM found WHERE id BETWEEN $2 AND $3 ORDER BY id DESC) AS having_it`, s.d.searchMatch(match), from, to)
	return search.IDs(list), err
}

// The most of each that the facets list.
const (
	maxFacets     = 50
	maxYearFacets = 200
)

func (r reader) facets(ctx context.Context, tally search.Tally, audience vitrine.Audience, total int) (f vitrine.Facets, err error) {
	// The counts are of the newest, and stand for all.
	scale := func(n int) int { return n * total / max(1, len(tally.Photos)) }
	if f.Tags, err = r.tagFacets(ctx, tally.Tags, audience); err != nil {
		return f, err
	}
	if f.Categories, err = r.categoryFacets(ctx, tally, audience); err != nil {
		return f, err
	}
	for year, n := range tally.Years {
		f.Years = append(f.Years, vitrine.YearFacet{Year: year, Count: scale(n)})
	}
	slices.SortFunc(f.Years, func(a, b vitrine.YearFacet) int { return b.Year - a.Year })
	f.Years = f.Years[:min(len(f.Years), maxYearFacets)]
	for i := range f.Tags {
		f.Tags[i].Count = scale(f.Tags[i].Count)
	}
	for i := range f.Categories {
		f.Categories[i].Count = scale(f.Categories[i].Count)
	}
	return f, nil
}

// tagFacets asks for the names of the most frequent, until there are enough that
// the audience sees.
func (r reader) tagFacets(ctx context.Context, counts map[int64]int, audience vitrine.Audience) ([]vitrine.TagFacet, error) {
	ids := keys(counts)
	slices.SortFunc(ids, func(a, b int64) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	facets := []vitrine.TagFacet{}
	for batch := range slices.Chunk(ids, 2*maxFacets) {
		named, err := rows.In(ctx, r.src, batch, func(r rows.Row) (t vitrine.TagFacet, err error) {
			err = r.Scan(&t.ID, &t.Name)
			t.Count = counts[t.ID]
			return t, err
		}, "SELECT t.id, t.name FROM tags t WHERE t.id IN (@ids) AND "+shownTags(audience))
		if err != nil {
			return nil, err
		}
		if facets = append(facets, named...); len(facets) >= maxFacets {
			break
		}
	}
	slices.SortFunc(facets, func(a, b vitrine.TagFacet) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.ID, b.ID)) })
	return facets[:min(len(facets), maxFacets)], nil
}

// facetCategory is a category as far as facets need it.
type facetCategory struct {
	vitrine.CategoryFacet
	parent  int64
	visible bool
}

func (r reader) categoryFacets(ctx context.Context, tally search.Tally, audience vitrine.Audience) ([]vitrine.CategoryFacet, error) {
	categories, err := rows.All(ctx, r.src, func(r rows.Row) (c facetCategory, err error) {
		err = r.Scan(&c.ID, &c.Name, &c.Path, &c.parent, &c.visible)
		return c, err
	}, "SELECT id, name, path, COALESCE(parent_id, 0), is_visible FROM categories")
	if err != nil {
		return nil, err
	}
	parents := make(map[int64]int64, len(categories))
	for _, c := range categories {
		parents[c.ID] = c.parent
	}
	counts := tally.Categories(parents)
	facets := []vitrine.CategoryFacet{}
	for _, c := range categories {
		if c.Count = counts[c.ID]; c.Count > 0 && (c.visible || audience == vitrine.AudienceEditor) {
			facets = append(facets, c.CategoryFacet)
		}
	}
	slices.SortFunc(facets, func(a, b vitrine.CategoryFacet) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.ID, b.ID)) })
	return facets[:min(len(facets), maxFacets)], nil
}
