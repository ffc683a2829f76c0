import { expect, test } from 'vitest'
import type { Category } from '../../api/types'
import { beforeAt, beside, type Direction, inside, isWithin, toward, visible, withMoved } from './tree'

function category(id: number, parent_id: number | null, sort_order = 0): Category {
  return { id, parent_id, sort_order, level: 0 } as Category
}

// 1 ─ 2 ─ 3, 4   5   6, none of which was ever ordered
const tree = withMoved(
  [category(1, null), category(2, 1), category(3, 2), category(4, 1), category(5, null), category(6, null)],
  6,
  { parentId: null, index: 2 },
)
const ids = (categories: Category[]) => categories.map(({ id }) => id)
const levels = (categories: Category[]) => categories.map(({ level }) => level)
const at = (id: number) => tree.find((c) => c.id === id) as Category

test('parents stand before what is below them', () => {
  expect(ids(tree)).toEqual([1, 2, 3, 4, 5, 6])
  expect(levels(tree)).toEqual([0, 1, 2, 1, 0, 0])
  expect(ids(visible(tree, new Set([2])))).toEqual([1, 2, 4, 5, 6])
  expect(ids(visible(tree, new Set([1, 2])))).toEqual([1, 5, 6])
})

test('a category is within itself and what is above it, and nothing else', () => {
  expect([isWithin(tree, 3, 1), isWithin(tree, 3, 3), isWithin(tree, 1, 3), isWithin(tree, 5, 1)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

const moves: [Direction, number, number[] | undefined][] = [
  ['up', 1, undefined],
  ['up', 6, [1, 2, 3, 4, 6, 5]],
  ['down', 1, [5, 1, 2, 3, 4, 6]],
  ['down', 6, undefined],
  ['in', 1, undefined],
  ['in', 5, [1, 2, 3, 4, 5, 6]],
  ['out', 3, [1, 2, 3, 4, 5, 6]],
  ['out', 2, [1, 4, 2, 3, 5, 6]],
  ['out', 5, undefined],
]

test.each(moves)('one step %s from %i', (direction, id, want) => {
  const place = toward(tree, at(id), direction)
  expect(place && ids(withMoved(tree, id, place))).toEqual(want)
})

test('a place is told by what comes after it', () => {
  expect(beforeAt(tree, 6, beside(tree, 6, at(1), false))).toBe(1)
  expect(beforeAt(tree, 3, beside(tree, 3, at(1), true))).toBe(5)
  expect(beforeAt(tree, 1, beside(tree, 1, at(6), true))).toBeNull()
})

test('a category brings what is below it, at its new level', () => {
  const moved = withMoved(tree, 1, { parentId: 5, index: 0 })
  expect(ids(moved)).toEqual([5, 1, 2, 3, 4, 6])
  expect(levels(moved)).toEqual([0, 1, 2, 3, 2, 0])
})

test('the last place below a category does not count the category that comes', () => {
  expect(inside(tree, 4, 1)).toEqual({ parentId: 1, index: 1 })
  expect(inside(tree, 6, 1)).toEqual({ parentId: 1, index: 2 })
  expect(ids(withMoved(tree, 6, inside(tree, 6, 3)))).toEqual([1, 2, 3, 6, 4, 5])
})
