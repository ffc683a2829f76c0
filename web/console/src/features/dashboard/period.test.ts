import { expect, test } from 'vitest'
import { daysOf, lookOf, readLook } from './period'

test.each([
  [{}, 30],
  [{ days: 7 }, 7],
  [{ days: '365' }, 365],
  [{ days: 8 }, 30],
  [{ days: 'x' }, 30],
])('%o looks back %i days', (params, days) => expect(daysOf(readLook(params))).toBe(days))

test('the usual number of days is not in the address', () => {
  expect(lookOf(30)).toEqual({})
  expect(lookOf(90)).toEqual({ days: 90 })
})
