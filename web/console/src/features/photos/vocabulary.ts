// The words that photos are sorted by: categories, tags, years.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'
import type { Category } from '../../api/types'

export const categoriesQuery = queryOptions({
  queryKey: ['categories', 'list'],
  queryFn: async () => (await dataOf(api.GET('/v1/categories'))).categories,
})

export const yearsQuery = queryOptions({
  queryKey: ['timeline', 'years'],
  queryFn: async () => (await dataOf(api.GET('/v1/timeline'))).stats.photos_by_year.map(({ year }) => year),
})

/** tagSuggestionsQuery is the tags that what was typed may mean. */
export function tagSuggestionsQuery(typed: string) {
  const q = typed.trim()
  return queryOptions({
    queryKey: ['tags', 'suggestions', q],
    queryFn: ({ signal }) => dataOf(api.GET('/v1/tags/suggestions', { params: { query: { q } }, signal })),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

/** indented lists categories, in the order of the tree, as one column: each set in by its level. */
export function indented(categories: Category[]): { value: string; label: string }[] {
  return categories.map(({ id, name, level }) => ({ value: String(id), label: '\u2003'.repeat(level) + name }))
}
