// How what the API answers is kept and asked again.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Problem } from './api/problem'
import { reached } from './api/reach'
import { session } from './session/session'
import { waiting } from './shell/waiting'

/** A request that was refused for now is sent again as often as this, when the server says. */
const tries = 4

/** again says whether a question that was refused, or lost, is asked again, and lets everyone see until when that waits. */
function again(failures: number, error: Error): boolean {
  if (isLost(error)) {
    reached()
    return failures < tries
  }
  if (!(error instanceof Problem) || !error.isRefusedForNow || failures >= tries) return false
  waiting.until(Date.now() + pause(failures, error), error)
  return true
}

function isLost(error: Error): boolean {
  return error instanceof Problem && error.type === 'OFFLINE'
}

/** It is asked for of every error, also of those that are final. */
function pause(_failures: number, error: Error): number {
  return error instanceof Problem ? Math.max(1, error.retryAfter) * 1000 : 0
}

/** A change that was refused may have been partly made, unless the server says that it counted too many. */
function changeAgain(failures: number, error: Error): boolean {
  return error instanceof Problem && error.type === 'RATE_LIMIT_EXCEEDED' && again(failures, error)
}

/** A change that was lost may have been made: whoever made it is told, and decides. */
function noticeLoss(error: Error) {
  if (isLost(error)) reached()
  noticeRefusal(error)
}

/** What a user may do has changed since it was read. */
function noticeRefusal(error: Error) {
  if (error instanceof Problem && error.type === 'PERMISSION_DENIED')
    queryClient.invalidateQueries({ queryKey: ['profile'] })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({ onError: noticeLoss }),
  defaultOptions: {
    queries: { retry: again, retryDelay: pause, staleTime: 30_000 },
    mutations: { retry: changeAgain, retryDelay: pause },
  },
})

// What one user saw is not for the next.
let userId: number | undefined
session.subscribe(() => {
  const next = session.current()?.user.id
  if (next !== userId) queryClient.clear()
  userId = next
})
