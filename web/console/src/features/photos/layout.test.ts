import { describe, expect, test } from 'vitest'
import { gap, layoutOf } from './layout'

describe('the grid', () => {
  test.each([
    [358, 'medium', 2],
    [358, 'large', 1],
    [358, 'small', 3],
    [1188, 'medium', 6],
    [1188, 'small', 8],
    [0, 'medium', 1],
  ] as const)('%i px, %s: %i columns', (width, size, columns) => expect(layoutOf(width, size).columns).toBe(columns))
  test('fills its width without going beyond', () => {
    for (let width = 300; width < 2600; width += 37) {
      const { columns, tile } = layoutOf(width, 'medium')
      const used = columns * tile + (columns - 1) * gap
      expect(used).toBeLessThanOrEqual(width)
      expect(width - used).toBeLessThan(columns)
    }
  })
})
