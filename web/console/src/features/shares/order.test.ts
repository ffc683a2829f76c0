import { expect, test } from 'vitest'
import { swapped } from './order'

test('two beside one another change places, and nothing else', () => {
  expect(swapped([1, 2, 3], 1)).toEqual([1, 3, 2])
  expect(swapped([1, 2, 3], 2)).toEqual([1, 2, 3])
})
