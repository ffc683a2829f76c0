// Users as the API has them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf } from '../../api/client'
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

export function createUser(body: UserBody) {
  return dataOf(api.POST('/v1/users', { body }))
}

export function updateUser(id: number, body: UserBody) {
  return dataOf(api.PUT('/v1/users/{id}', { body, params: { path: { id } } }))
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
