// The audit log as the API has it, and the names of those who are in it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf } from '../../api/client'
import type { AuditFilter } from './filter'

const pageSize = 50

/** How many records a list goes back: what is older is found by its days. */
export const depth = 10_000

/** auditQuery is a page of the log, the newest first, read anew whenever it is looked at. */
export function auditQuery(filter: AuditFilter) {
  return queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) =>
      answer(api.GET('/v1/system/audit', { params: { query: { ...filter, limit: pageSize } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** namesQuery is the names of the first hundred users, by their ids. */
export const namesQuery = queryOptions({
  queryKey: ['users', 'names'],
  queryFn: async ({ signal }) => {
    const users = await dataOf(api.GET('/v1/users', { params: { query: { limit: 100 } }, signal }))
    return new Map(users.map(({ id, username }) => [String(id), username]))
  },
})
