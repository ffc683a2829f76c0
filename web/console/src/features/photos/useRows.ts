import { type RefObject, useCallback, useEffect, useState } from 'react'
import { coveredAtFoot } from '../../ui/foot'

/** Rows that are kept above and below what is in view, so that scrolling finds them there. */
const spare = 2
/** What the header of the shell covers at the top of the window, in pixels. */
const covered = 64

interface Rows {
  first: number
  last: number
  /** Brings a row into view, if it is not. */
  show: (row: number) => void
}

/** rowsInView returns the first and last row, of a height each, that a window shows; last is -1 if there are none. */
export function rowsInView(
  above: number,
  window: number,
  height: number,
  count: number,
): { first: number; last: number } {
  const first = Math.floor(above / height) - spare
  const last = Math.floor((above + window) / height) + spare
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(count - 1, Math.max(0, last)) }
}

/** useRows returns which rows of an element are in view while the window scrolls. All rows are equally high. */
export function useRows(element: RefObject<HTMLElement | null>, height: number, count: number): Rows {
  const [view, setView] = useState({ first: 0, last: -1 })
  const look = useCallback(() => {
    const top = element.current?.getBoundingClientRect().top ?? 0
    const now = rowsInView(-top, innerHeight, height, count)
    setView((old) => (old.first === now.first && old.last === now.last ? old : now))
  }, [element, height, count])

  useEffect(() => {
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [look])

  const show = (row: number) => {
    const top = (element.current?.getBoundingClientRect().top ?? 0) + row * height
    if (top < covered) scrollBy({ top: top - covered })
    else if (top + height > innerHeight - coveredAtFoot())
      scrollBy({ top: top + height - innerHeight + coveredAtFoot() })
  }
  return { ...view, show }
}
