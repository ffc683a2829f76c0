import { expect, test } from 'vitest'
import { rowsInView } from './useRows'

test.each([
  ['at the top', -100, 800, 200, 50, { first: 0, last: 5 }],
  ['in the middle', 4000, 800, 200, 50, { first: 18, last: 26 }],
  ['at the end', 9600, 800, 200, 50, { first: 46, last: 49 }],
  ['past the end, after a filter', 9600, 800, 200, 3, { first: 2, last: 2 }],
  ['without any', 0, 800, 200, 0, { first: 0, last: -1 }],
])('%s', (_, above, window, height, count, rows) => expect(rowsInView(above, window, height, count)).toEqual(rows))
