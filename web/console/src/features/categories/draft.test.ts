import { expect, test } from 'vitest'
import type { Category } from '../../api/types'
import { blank, creationOf, draftOf, updateOf } from './draft'

function category(id: number, parent_id: number | null, sort_order: number): Category {
  return { id, parent_id, sort_order, name: `Category ${id}`, color: '#000000', is_active: true } as Category
}

const [coasts, towns, harbours] = [category(1, null, -2), category(2, null, 7), category(3, 1, 0)] as const
const categories = [coasts, harbours, towns]

test('a new category is the last below its parent', () => {
  expect(creationOf(blank(null), categories)).toMatchObject({ parent_id: null, sort_order: 8 })
  expect(creationOf(blank(coasts), categories)).toMatchObject({ parent_id: 1, sort_order: 1 })
  expect(creationOf(blank(harbours), categories)).toMatchObject({ parent_id: 3, sort_order: 0 })
})

test('what the server makes by itself is not sent empty', () => {
  expect(Object.keys(creationOf(blank(null), categories))).not.toContain('slug')
  expect(Object.keys(creationOf(blank(null), categories))).not.toContain('color')
  expect(creationOf({ ...blank(null), slug: 'sea' }, categories)).toMatchObject({ slug: 'sea' })
})

test('only what was changed is sent', () => {
  const before = draftOf(harbours)
  expect(updateOf(before, before, categories)).toEqual({})
  expect(updateOf(before, { ...before, name: 'Ports', is_active: false }, categories)).toEqual({
    name: 'Ports',
    is_active: false,
  })
})

test('below another parent a category becomes the last', () => {
  const before = draftOf(harbours)
  expect(updateOf(before, { ...before, parent_id: '' }, categories)).toEqual({ parent_id: null, sort_order: 8 })
})
