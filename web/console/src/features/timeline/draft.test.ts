import { expect, test } from 'vitest'
import { blank, creationOf, earlier, updateOf } from './draft'

test('a day that is missing is not sent empty', () => {
  expect(Object.keys(creationOf(blank))).not.toContain('date')
  expect(creationOf({ ...blank, date: '2026-05-31' })).toMatchObject({ date: '2026-05-31', type: 'milestone' })
})

test('only what was changed is sent', () => {
  const before = { ...blank, title: 'Prize', related_photos: [4, 2] }
  expect(updateOf(before, { ...before, related_photos: [4, 2] })).toEqual({})
  expect(updateOf(before, { ...before, related_photos: [2, 4] })).toEqual({ related_photos: [2, 4] })
  expect(updateOf(before, { ...before, title: 'Award', date: '' })).toEqual({ title: 'Award' })
})

test('a photo goes one place forward, but not past the first', () => {
  expect(earlier([1, 2, 3], 3)).toEqual([1, 3, 2])
  expect(earlier([1, 2, 3], 1)).toEqual([1, 2, 3])
  expect(earlier([1, 2, 3], 9)).toEqual([1, 2, 3])
})
