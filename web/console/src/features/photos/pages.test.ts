import { expect, test } from 'vitest'
import { pagesOf } from './pages'

test.each([
  [0, 0, [1]],
  [0, 99, [1]],
  [0, 100, [1, 2]],
  [150, 420, [2, 3, 4, 5]],
  [0, -1, [1]],
])('places %i to %i', (first, last, pages) => expect(pagesOf(first, last)).toEqual(pages))
