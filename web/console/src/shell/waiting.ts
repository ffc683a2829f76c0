// Until when the server wants to be left alone, for all to see.
import { useSyncExternalStore } from 'react'
import type { Problem } from '../api/problem'

interface Wait {
  until: number
  problem: Problem
}

let current: Wait | undefined
const listeners = new Set<() => void>()

export const waiting = {
  until(until: number, problem: Problem) {
    if (current && current.until > until) return
    current = { until, problem }
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** useWait returns the wait that was asked for last, also when it is over. */
export function useWait(): Wait | undefined {
  return useSyncExternalStore(subscribe, () => current)
}
