// Short notices of what came of something, in a corner of every screen.
import { useSyncExternalStore } from 'react'

export interface Notice {
  title?: string
  message: string
  tone?: 'problem' | 'warning'
  /** What can be done about it, such as taking it back. */
  action?: { label: string; run: () => void }
}

export interface Shown extends Notice {
  id: number
}

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
  set([...shown, { ...notice, id: last }])
}

export function dismiss(id: number): void {
  set(shown.filter((notice) => notice.id !== id))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNotices(): readonly Shown[] {
  return useSyncExternalStore(subscribe, () => shown)
}
