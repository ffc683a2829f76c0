import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  attachInstruction,
  extractInstruction,
  type Operation,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item'
import { type RefObject, useEffect, useState } from 'react'
import type { Category } from '../../api/types'
import { beside, inside, isWithin, type Place } from './tree'

/** A row takes what is dropped at its edges beside it, and what is dropped in its middle into it. */
const operations = { 'reorder-before': 'available', 'reorder-after': 'available', combine: 'available' } as const

interface Drag {
  dragged: boolean
  /** What dropping would do right now. */
  over: Operation | undefined
}

function placeFor(categories: Category[], moved: number, target: Category, operation: Operation): Place {
  if (operation === 'combine') return inside(categories, moved, target.id)
  return beside(categories, moved, target, operation === 'reorder-after')
}

/** useRowDrag lets a row be dragged, and take others but those that it is below. */
export function useRowDrag(
  element: RefObject<HTMLElement | null>,
  category: Category,
  categories: Category[],
  onMove: (move: { category: Category; place: Place }) => void,
): Drag {
  const [dragged, setDragged] = useState(false)
  const [over, setOver] = useState<Operation>()
  useEffect(() => {
    if (!element.current) return
    const idOf = (data: Record<string | symbol, unknown>) => data.category as number
    const row = element.current
    return combine(
      draggable({
        element: row,
        getInitialData: () => ({ category: category.id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => !isWithin(categories, category.id, idOf(source.data)),
        getData: ({ input }) => attachInstruction({}, { input, element: row, operations }),
        onDrag: ({ self }) => setOver(extractInstruction(self.data)?.operation),
        onDragLeave: () => setOver(undefined),
        onDrop: ({ self, source }) => {
          setOver(undefined)
          const moved = categories.find(({ id }) => id === idOf(source.data))
          const operation = extractInstruction(self.data)?.operation
          if (moved && operation)
            onMove({ category: moved, place: placeFor(categories, moved.id, category, operation) })
        },
      }),
    )
  }, [element, category, categories, onMove])
  return { dragged, over }
}
