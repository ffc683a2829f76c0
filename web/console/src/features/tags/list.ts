// Which tags the screen lists, as its address says.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf } from '../../api/client'
import type { paths } from '../../api/schema'
import type { Tag } from '../../api/types'

type Query = NonNullable<paths['/v1/tags']['get']['parameters']['query']>

export type TagGroup = Tag['tag_group']
export type TagSort = NonNullable<Query['sort_by']>

export interface TagList {
  search?: string
  group?: TagGroup
  sort_by?: TagSort
  page?: number
}

export const groups: readonly TagGroup[] = ['subject', 'style', 'technique', 'location']
export const sorts: readonly TagSort[] = ['usage_count', 'name', 'created_at', 'trend_score']
const limit = 50

/** readTagList takes from the parameters of an address what it knows. */
export function readTagList(params: Record<string, unknown>): TagList {
  const page = Number(params.page)
  const list: TagList = {
    search: ['string', 'number'].includes(typeof params.search) ? String(params.search).slice(0, 200) : undefined,
    group: groups.find((group) => group === params.group),
    sort_by: sorts.find((sort) => sort === params.sort_by),
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
  }
  return withoutGaps(list)
}

/** withoutGaps removes what is not set, so that addresses stay short. */
export function withoutGaps(list: TagList): TagList {
  return Object.fromEntries(Object.entries(list).filter(([, value]) => value)) as TagList
}

export function tagsQuery(list: TagList) {
  return queryOptions({
    queryKey: ['tags', 'list', list],
    queryFn: ({ signal }) => answer(api.GET('/v1/tags', { params: { query: { ...list, limit } }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** trendsQuery is the tags that photos got in the last days. */
export function trendsQuery(days: number) {
  return queryOptions({
    queryKey: ['tags', 'trends', days],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/tags/trending', { params: { query: { period: `${days}d`, limit: 10 } }, signal })),
    placeholderData: keepPreviousData,
  })
}
