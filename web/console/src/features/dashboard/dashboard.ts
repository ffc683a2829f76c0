// What the dashboard shows, as the API counts it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf } from '../../api/client'
import type { Days } from './period'

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

/** How many of the newest photos are looked through for such that wait for their pictures. */
const newest = 100

export const newestQuery = queryOptions({
  queryKey: ['photos', 'newest'],
  queryFn: ({ signal }) => dataOf(api.GET('/v1/photos', { params: { query: { limit: newest } }, signal })),
})

export const draftsQuery = queryOptions({
  queryKey: ['photos', 'drafts'],
  queryFn: async ({ signal }) =>
    (await answer(api.GET('/v1/photos', { params: { query: { status: 'draft', limit: 1 } }, signal }))).pagination
      .total,
})
