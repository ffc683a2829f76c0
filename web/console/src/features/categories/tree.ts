// The tree of categories as a list: parents before what is below them, siblings in
// their order. Where a category can go, and what becomes of the tree then.
import type { Category } from '../../api/types'

/** A place in the tree: below which category, before the how-manieth of those that are there without the moved one. */
export interface Place {
  parentId: number | null
  index: number
}

export type Direction = 'up' | 'down' | 'in' | 'out'

export function childrenOf(categories: Category[], parentId: number | null): Category[] {
  return categories.filter((category) => category.parent_id === parentId)
}

/** isWithin tells whether a category is another one, or below it. */
export function isWithin(categories: Category[], id: number, ancestor: number): boolean {
  for (let at: number | null = id; at !== null; ) {
    if (at === ancestor) return true
    at = categories.find((category) => category.id === at)?.parent_id ?? null
  }
  return false
}

/** visible leaves out what is below categories that are closed. */
export function visible(categories: Category[], closed: ReadonlySet<number>): Category[] {
  const isHidden = (category: Category): boolean => {
    if (category.parent_id === null) return false
    if (closed.has(category.parent_id)) return true
    const parent = categories.find((other) => other.id === category.parent_id)
    return parent !== undefined && isHidden(parent)
  }
  return categories.filter((category) => !isHidden(category))
}

export function placeOf(categories: Category[], category: Category): Place {
  const siblings = childrenOf(categories, category.parent_id)
  return { parentId: category.parent_id, index: siblings.findIndex(({ id }) => id === category.id) }
}

/** beside returns the place right before or after a category, for one that comes from anywhere. */
export function beside(categories: Category[], moved: number, target: Category, after: boolean): Place {
  const others = childrenOf(categories, target.parent_id).filter(({ id }) => id !== moved)
  return { parentId: target.parent_id, index: others.findIndex(({ id }) => id === target.id) + (after ? 1 : 0) }
}

/** inside returns the last place below a category, or below none. */
export function inside(categories: Category[], moved: number, parentId: number | null): Place {
  return { parentId, index: childrenOf(categories, parentId).filter(({ id }) => id !== moved).length }
}

/** lastOrder returns the order that puts a category after all others below a parent. */
export function lastOrder(categories: Category[], parentId: number | null): number {
  const orders = childrenOf(categories, parentId).map(({ sort_order }) => sort_order)
  return orders.length > 0 ? Math.max(...orders) + 1 : 0
}

/** toward returns the place one step from where a category is, or undefined if there is none. */
export function toward(categories: Category[], category: Category, direction: Direction): Place | undefined {
  const { parentId, index } = placeOf(categories, category)
  const siblings = childrenOf(categories, parentId)
  const above = siblings[index - 1]
  const parent = categories.find(({ id }) => id === parentId)
  switch (direction) {
    case 'up':
      return index > 0 ? { parentId, index: index - 1 } : undefined
    case 'down':
      return index < siblings.length - 1 ? { parentId, index: index + 1 } : undefined
    case 'in':
      return above && inside(categories, category.id, above.id)
    case 'out':
      return parent && beside(categories, category.id, parent, true)
  }
}

/** beforeAt returns which category a place is right before; null if it is after all that are there. */
export function beforeAt(categories: Category[], id: number, { parentId, index }: Place): number | null {
  return childrenOf(categories, parentId).filter((category) => category.id !== id)[index]?.id ?? null
}

/** withMoved returns the categories as they are once one has moved. Their counts are as they were. */
export function withMoved(categories: Category[], id: number, { parentId, index }: Place): Category[] {
  const below = (parent: number | null, level: number): Category[] => {
    const here = childrenOf(categories, parent).filter((category) => category.id !== id)
    const moved = parent === parentId && categories.find((category) => category.id === id)
    if (moved) here.splice(index, 0, { ...moved, parent_id: parentId })
    return here.flatMap((category) => [{ ...category, level }, ...below(category.id, level + 1)])
  }
  return below(null, 0)
}
