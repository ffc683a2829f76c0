// Short notices of what came of something, in a corner of every screen.
import { useSyncExternalStore } from 'react'

export interface Notice {
  title?: string
  message: string
  tone?: 'problem' | 'warning'
  /** What can be done about it, such as taking it back. */
  action?: Action
  other?: Action
  /** Whether it stays until it is closed or acted on. */
  lasting?: boolean
}

interface Action {
  label: string
  run: () => void
}

export interface Shown extends Notice {
  id: number
}

/** How many are shown at once: more would cover what is worked on. */
const most = 3

let shown: readonly Shown[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Shown[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** tell shows a notice for a while. */
export function tell(notice: Notice): void {
  last++
  set([...shown, { ...notice, id: last }].slice(-most))
}

export function dismiss(id: number): void {
  set(shown.filter((notice) => notice.id !== id))
}

/** actOnLast does what the last notice offers, and returns whether there was one that offers anything. */
export function actOnLast(): boolean {
  const notice = shown.findLast(({ action }) => action)
  if (!notice) return false
  dismiss(notice.id)
  notice.action?.run()
  return true
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNotices(): readonly Shown[] {
  return useSyncExternalStore(subscribe, () => shown)
}
