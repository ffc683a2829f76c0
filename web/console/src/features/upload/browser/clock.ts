import type { Clock } from '../engine/ports'

/** The time of the browser. Timers of a tab that nobody sees are late, by a minute at most. */
export const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      signal?.addEventListener('abort', wake)
    }),
}
