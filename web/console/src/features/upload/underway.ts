// Whether a user has a queue that is not done, for those who should not load all
// of the queue to learn that. What new photos get is noted with it.

const place = (userId: number) => `vitrine-queue-${userId}`
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const underway = {
  note: (userId: number): string | null => localStorage.getItem(place(userId)),

  /** set notes a queue, or that there is none any more. */
  set(userId: number, note: string | null) {
    if (note === underway.note(userId)) return
    if (note === null) localStorage.removeItem(place(userId))
    else localStorage.setItem(place(userId), note)
    tell()
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    addEventListener('storage', listener) // other tabs
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  },
}
