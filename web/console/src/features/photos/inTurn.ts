// Work that takes many requests: in turn, to be stopped, and gone on with from where it ended.
import { Problem } from '../../api/problem'
import { waiting } from '../../shell/waiting'

/** How long a limit is waited for, in seconds; after a longer one a person goes on. */
const patience = 120

export interface Turns<S> {
  /** What is still to be done, the first of which may be the one that failed. */
  left: S[]
  /** Why it did not go on, unless it was told to stop. */
  problem?: unknown
}

/** inTurn does one step after the other, and ends before the next where told to, or at the first that fails. */
export async function inTurn<S>(
  steps: readonly S[],
  one: (step: S) => Promise<void>,
  signal?: AbortSignal,
): Promise<Turns<S>> {
  for (const [i, step] of steps.entries()) {
    if (signal?.aborted) return { left: steps.slice(i) }
    try {
      await patiently(() => one(step), signal)
    } catch (problem) {
      return { left: steps.slice(i), problem: signal?.aborted ? undefined : problem }
    }
  }
  return { left: [] }
}

/** patiently does what counts in a rate limit, again when the server says where it counted too much. */
async function patiently(one: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await one()
    } catch (problem) {
      const limit = problem instanceof Problem && problem.type === 'RATE_LIMIT_EXCEEDED' ? problem : undefined
      if (!limit || limit.retryAfter > patience) throw problem
      await pause(Math.max(1, limit.retryAfter), limit, signal)
    }
  }
}

/** pause waits so many seconds, for all to see; an abort ends it. */
function pause(seconds: number, limit: Problem, signal?: AbortSignal): Promise<void> {
  waiting.until(Date.now() + seconds * 1000, limit)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(limit)
    })
  })
}
