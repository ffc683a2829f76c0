import type { RefObject } from 'react'
import type { GridHandle } from './PhotoGrid'

/** Longer than a dialog takes to give the focus back, in milliseconds. */
export const soon = 50

/** focusSoon goes on in a grid when what was pressed is gone; where there is none any more, at the head of the screen. */
export function focusSoon(grid: RefObject<GridHandle | null>): void {
  setTimeout(() => {
    if (grid.current) grid.current.focus()
    else document.getElementById('content')?.focus()
  }, soon)
}
