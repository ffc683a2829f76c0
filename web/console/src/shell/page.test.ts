import { expect, test } from 'vitest'
import { readPage } from './page'

test('an address that names no page that can be is that of the first', () => {
  expect(readPage({ page: 3, other: 'x' })).toEqual({ page: 3 })
  for (const page of [undefined, 0, 1, -2, 1.5, 'two', null]) expect(readPage({ page })).toEqual({})
})
