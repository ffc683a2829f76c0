// Users as the API has them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf, versioned } from '../../api/client'
import { Problem } from '../../api/problem'
import type { UserBody } from '../../api/types'
import type { UserFilter } from './filter'

const pageSize = 20

export function usersQuery(filter: UserFilter) {
  return queryOptions({
    queryKey: ['users', filter],
    queryFn: () => answer(api.GET('/v1/users', { params: { query: { ...filter, limit: pageSize } } })),
    placeholderData: keepPreviousData,
  })
}

/** ownersQuery is how many may do everything, and may sign in. */
export const ownersQuery = queryOptions({
  queryKey: ['users', 'owners'],
  queryFn: async () => {
    const query = { role: 'super_admin', status: 'active', limit: 1 } as const
    return (await answer(api.GET('/v1/users', { params: { query } }))).pagination.total
  },
})

export function createUser(body: UserBody) {
  return dataOf(api.POST('/v1/users', { body }))
}

export function readUser(id: number) {
  return versioned(api.GET('/v1/users/{id}', { params: { path: { id } } }))
}

/** updateUser changes a user who is at that version. */
export function updateUser(id: number, body: UserBody, etag: string) {
  return dataOf(api.PUT('/v1/users/{id}', { body, params: { path: { id }, header: { 'If-Match': etag } } }))
}

export function deleteUser(id: number): Promise<unknown> {
  return answer(api.DELETE('/v1/users/{id}', { params: { path: { id } } }))
}

export function sessionsQuery(id: number) {
  return queryOptions({
    queryKey: ['sessions', id],
    queryFn: () => dataOf(api.GET('/v1/users/{id}/sessions', { params: { path: { id }, query: { limit: 100 } } })),
  })
}

/** endSessions ends sessions of a user, whether or not some are over meanwhile. */
export async function endSessions(id: number, sessions: string[]): Promise<void> {
  for (const session_id of sessions) {
    const path = { id, session_id }
    await answer(api.DELETE('/v1/users/{id}/sessions/{session_id}', { params: { path } })).catch(unlessGone)
  }
}

function unlessGone(problem: unknown) {
  if (!(problem instanceof Problem && problem.status === 404)) throw problem
}
