import { expect, test } from 'vitest'
import { groups } from './events'

test('each type of event is in one group', () => {
  expect(groups.map(({ name, events }) => [name, events.length])).toEqual([
    ['Photos', 3],
    ['Categories', 3],
    ['The service', 2],
  ])
  const all = groups.flatMap(({ events }) => events)
  expect(new Set(all).size).toBe(all.length)
})
