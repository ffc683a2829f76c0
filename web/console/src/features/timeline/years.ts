// The events of the timeline, by year.
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'
import type { TimelineEvent } from '../../api/types'

export interface Year {
  year: number
  /** The latest first. */
  events: TimelineEvent[]
}

interface Answered {
  year: number
  months: { events: TimelineEvent[] }[]
}

export const eventsQuery = queryOptions({
  queryKey: ['timeline', 'events'],
  queryFn: async ({ signal }) => withEvents((await dataOf(api.GET('/v1/timeline', { signal }))).years),
})

/** withEvents leaves out the years that have photos alone, and the months. */
export function withEvents(years: Answered[]): Year[] {
  return years
    .map(({ year, months }) => ({ year, events: months.flatMap(({ events }) => events) }))
    .filter(({ events }) => events.length > 0)
}

/** readYear takes from the parameters of an address the one year that is to be shown. */
export function readYear(params: Record<string, unknown>): { year?: number } {
  const year = Number(params.year)
  return Number.isInteger(year) && year >= 1 && year <= 9999 ? { year } : {}
}
