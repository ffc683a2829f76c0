import { describe, expect, test } from 'vitest'
import { ceilingOf, changeOf, marksOf, peakOf, slotsOf, sum } from './series'

const days = (n: number) =>
  Array.from({ length: n }, (_, i) => ({
    date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
    count: i,
  }))

describe('the places of a chart', () => {
  test('are days as long as they can be told apart', () => {
    const slots = slotsOf(days(90))
    expect(slots).toHaveLength(90)
    expect(slots[1]).toEqual({ from: '2026-01-02', to: '2026-01-02', count: 1 })
  })
  test('are weeks of a year, the last one whole', () => {
    const slots = slotsOf(days(365))
    expect(slots).toHaveLength(53)
    expect(slots[0]).toEqual({ from: '2026-01-01', to: '2026-01-01', count: 0 })
    expect(slots.at(-1)).toMatchObject({ from: '2026-12-25', to: '2026-12-31' })
    expect(sum(slots)).toBe(sum(days(365)))
  })
  test('are none of nothing', () => {
    expect(slotsOf([])).toEqual([])
    expect(peakOf([])).toBeUndefined()
  })
  test('have a first peak', () => {
    const [a, b, c] = [1, 5, 5].map((count, i) => ({ from: `${i}`, to: `${i}`, count }))
    expect(peakOf([a, b, c] as never)).toBe(b)
  })
})

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 20],
  [43, 60],
  [100, 100],
  [101, 200],
  [3120, 4000],
])('a scale to %i ends at %i', (most, end) => expect(ceilingOf(most)).toBe(end))

test('marks are evenly apart', () => {
  expect(marksOf(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(marksOf(30, 6)).toEqual([0, 5, 10, 15, 20, 25])
  expect(marksOf(1, 6)).toEqual([0])
  expect(marksOf(0, 6)).toEqual([])
})

test('a change is a share of what was before', () => {
  expect(changeOf(150, 100)).toBe(0.5)
  expect(changeOf(0, 4)).toBe(-1)
  expect(changeOf(3, 0)).toBeUndefined()
})
