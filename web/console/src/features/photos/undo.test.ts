import { describe, expect, test } from 'vitest'
import type { PhotoItem, PhotoStatus } from '../../api/types'
import { categoryChange, statusChange, tagChange } from './undo'
import { inRequests } from './useBatch'

const photo = (id: number, status: PhotoStatus, tags: string[] = [], categories: number[] = []) =>
  ({ id, status, tags: tags.map((name) => ({ name })), categories: categories.map((n) => ({ id: n })) }) as PhotoItem

describe('taking back', () => {
  test('a status gives each photo its own again', () => {
    const { change, back } = statusChange(
      [photo(1, 'draft'), photo(2, 'archived'), photo(3, 'published'), photo(4, 'draft')],
      'published',
    )
    expect(change.ids).toEqual([1, 2, 4])
    expect(back).toEqual([
      { action: 'update_status', data: { status: 'draft' }, ids: [1, 4] },
      { action: 'update_status', data: { status: 'archived' }, ids: [2] },
    ])
  })
  test('tags only from the photos that had not had them', () => {
    const { back } = tagChange([photo(1, 'draft', ['Sea']), photo(2, 'draft')], ['sea', 'dawn'], 'add_tags')
    expect(back.map(({ action, ids }) => [action, ids])).toEqual([
      ['remove_tags', [2]],
      ['remove_tags', [1, 2]],
    ])
  })
  test('the removal of a tag only to those that had it', () => {
    const { back } = tagChange([photo(1, 'draft', ['sea']), photo(2, 'draft')], ['sea'], 'remove_tags')
    expect(back.map(({ action, ids }) => [action, ids])).toEqual([['add_tags', [1]]])
  })
  test('categories likewise', () => {
    const { back } = categoryChange([photo(1, 'draft', [], [7]), photo(2, 'draft')], [7], 'add_categories')
    expect(back).toEqual([{ action: 'remove_categories', data: { categories: [7] }, ids: [2] }])
  })
})

test('a request names at most 500 photos, and none names none', () => {
  const change = (n: number) => ({ action: 'delete' as const, data: {}, ids: Array.from({ length: n }, (_, i) => i) })
  expect(inRequests([change(1201), change(0), change(3)]).map((c) => c.ids.length)).toEqual([500, 500, 201, 3])
})
