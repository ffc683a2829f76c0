import { expect, test } from 'vitest'
import { contrast, fullColour } from './contrast'

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#fff', '#FFFFFF')).toBeCloseTo(1)
  expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2)
  expect(contrast('#fff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrast('blue', '#fff')).toBeUndefined()
  expect(contrast('#ffff', '#fff')).toBeUndefined()
})

test('a short colour is written out', () => {
  expect(fullColour('#1aF')).toBe('#11aaFF')
  expect(fullColour('#1f2937')).toBe('#1f2937')
  expect(fullColour('#1f29')).toBeUndefined()
})
