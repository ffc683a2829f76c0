import { expect, test } from 'vitest'
import type { TimelineEvent } from '../../api/types'
import { readYear, withEvents } from './years'

const event = (id: number) => ({ id }) as TimelineEvent

test('years without events are left out, and months are not told apart', () => {
  const years = [
    { year: 2026, months: [{ events: [event(3), event(2)] }, { events: [] }, { events: [event(1)] }] },
    { year: 2025, months: [{ events: [] }] },
  ]
  expect(withEvents(years)).toEqual([{ year: 2026, events: [event(3), event(2), event(1)] }])
})

test('an address names a year, or none', () => {
  expect(readYear({ year: '2024' })).toEqual({ year: 2024 })
  for (const year of [undefined, '', 0, -1, 10_000, 20.5, 'MMXX']) expect(readYear({ year })).toEqual({})
})
