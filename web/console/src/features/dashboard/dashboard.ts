// What the dashboard shows, as the API counts it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf } from '../../api/client'
import { type PictureState, queryOf } from '../photos/filter'
import type { Days } from './period'
import type { Counted } from './waiting'

/** The whole at a glance, and what happened in so many days. */
export function dashboardQuery(days: Days) {
  return queryOptions({
    queryKey: ['statistics', 'dashboard', days],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/dashboard/stats', { params: { query: { period: `${days}d` } }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** Views in so many days and in as many before. */
export function twiceQuery(days: Days) {
  return queryOptions({
    queryKey: ['statistics', 'views', days],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/stats/views', { params: { query: { period: `${2 * days}d`, group_by: 'month' } }, signal })),
  })
}

export const storageQuery = queryOptions({
  queryKey: ['statistics', 'storage'],
  queryFn: ({ signal }) => dataOf(api.GET('/v1/stats/storage', { signal })),
})

/** Photos by what took them, the most first. */
export function gearQuery(kind: 'camera' | 'lens') {
  return queryOptions({
    queryKey: ['statistics', 'photos', kind],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/v1/stats/photos', { params: { query: { group_by: kind } }, signal }))).items,
  })
}

export function photoQuery(id: number) {
  return queryOptions({
    queryKey: ['photos', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/v1/photos/{id}', { params: { path: { id } }, signal })),
  })
}

/** How many photos have such pictures, and the newest of them. */
export function picturesQuery(pictures: PictureState) {
  return queryOptions({
    queryKey: ['photos', 'pictures', pictures],
    queryFn: async ({ signal }): Promise<Counted> => {
      const query = { ...queryOf({ pictures }), limit: 1 }
      const { data, pagination } = await answer(api.GET('/v1/photos', { params: { query }, signal }))
      return { count: pagination.total, newest: data[0] }
    },
  })
}

export const draftsQuery = queryOptions({
  queryKey: ['photos', 'drafts'],
  queryFn: async ({ signal }) =>
    (await answer(api.GET('/v1/photos', { params: { query: { status: 'draft', limit: 1 } }, signal }))).pagination
      .total,
})
