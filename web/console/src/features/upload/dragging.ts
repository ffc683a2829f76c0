// Whether files are held over the page.

let isOver = false
const listeners = new Set<() => void>()

export const dragging = {
  isOver: () => isOver,

  set(over: boolean) {
    if (over === isOver) return
    isOver = over
    for (const listener of listeners) listener()
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
