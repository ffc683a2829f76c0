// How what the API answers is kept and asked again.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Problem } from './api/problem'
import { waiting } from './shell/waiting'

/** A request that was refused for now is sent again as often as this, when the server says. */
const tries = 4

function again(failures: number, error: Error): boolean {
  return error instanceof Problem && error.isRefusedForNow && failures < tries
}

function when(_failures: number, error: Error): number {
  const seconds = error instanceof Problem ? Math.max(1, error.retryAfter) : 1
  waiting.until(Date.now() + seconds * 1000, error as Problem)
  return seconds * 1000
}

/** A change that was refused may have been partly made, unless the server says that it counted too many. */
function changeAgain(failures: number, error: Error): boolean {
  return again(failures, error) && (error as Problem).type === 'RATE_LIMIT_EXCEEDED'
}

/** What a user may do has changed since it was read. */
function noticeRefusal(error: Error) {
  if (error instanceof Problem && error.type === 'PERMISSION_DENIED')
    queryClient.invalidateQueries({ queryKey: ['profile'] })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({ onError: noticeRefusal }),
  defaultOptions: {
    queries: { retry: again, retryDelay: when, staleTime: 30_000 },
    mutations: { retry: changeAgain, retryDelay: when },
  },
})
