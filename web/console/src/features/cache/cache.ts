// The cache of what the public asks for: how full and useful it is, and what can be done to it.
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'

/** What can be cleared, each by itself. */
export const parts = ['photos', 'categories', 'tags', 'settings'] as const

/** What can be put there before it is asked for. */
export const warmths = ['popular_photos', 'category_tree', 'tag_cloud'] as const

export type Part = (typeof parts)[number]
export type Warmth = (typeof warmths)[number]

export const cacheQuery = queryOptions({
  queryKey: ['cache'],
  queryFn: ({ signal }) => dataOf(api.GET('/v1/settings/cache/stats', { signal })),
  staleTime: 0,
})

/** clearCache drops parts, and returns how many entries each held. */
export async function clearCache(types: readonly Part[]): Promise<Record<string, number>> {
  return (await dataOf(api.POST('/v1/settings/cache/clear', { body: { types: [...types], confirm: true } }))).cleared
}

/** warmCache fills the cache, and returns how many entries of each are ready. */
export async function warmCache(types: readonly Warmth[]): Promise<Record<string, number>> {
  return (await dataOf(api.POST('/v1/settings/cache/warm', { body: { types: [...types] } }))).warmed
}
