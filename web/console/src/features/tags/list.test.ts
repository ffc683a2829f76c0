import { expect, test } from 'vitest'
import { readTagList } from './list'

test('an address says which tags', () => {
  const said = { search: 'sun', group: 'style', sort_by: 'name', page: 3 }
  expect(readTagList(said)).toEqual(said)
  expect(readTagList({ search: 2026, page: '2' })).toEqual({ search: '2026', page: 2 })
})

test('what an address does not say, or says wrongly, is left out', () => {
  expect(readTagList({})).toEqual({})
  expect(readTagList({ search: '', group: 'moods', sort_by: 'id', page: -1 })).toEqual({})
  expect(readTagList({ search: ['a'], page: 1.5 })).toEqual({})
})
