import { expect, test } from 'vitest'
import { Lease } from './lease'
import { FakeClock } from './world.fake'

function tabs(...names: string[]) {
  const clock = new FakeClock()
  const written = new Map<string, string>()
  const memory = {
    getItem: (key: string) => written.get(key) ?? null,
    setItem: (key: string, value: string) => void written.set(key, value),
    removeItem: (key: string) => void written.delete(key),
  }
  const turns: string[] = []
  const gone = new Set<string>()
  const open = (name: string) => {
    const lease = new Lease('lease', name, memory, clock)
    const told = (what: string) => () => void turns.push(`${name} ${what}`)
    lease.take({ begin: told('begins'), end: told('ends') }, () => gone.has(name))
    return lease
  }
  return { clock, turns, gone, written, leases: names.map(open) }
}

test('of tabs that come at once one begins', async () => {
  const { clock, turns } = tabs('a', 'b', 'c')
  await clock.pass(600_000)
  expect(turns).toHaveLength(1)
})

test('the next begins at once after a tab that is closed', async () => {
  const { clock, turns, gone, leases } = tabs('a', 'b')
  await clock.pass(20_000)
  const [first = ''] = turns
  const closed = first.startsWith('a') ? 0 : 1
  gone.add(first.slice(0, 1))
  leases[closed]?.release()
  leases[1 - closed]?.release() // it is not its own
  await clock.pass(10_000)
  expect(turns).toEqual([first, closed === 0 ? 'b begins' : 'a begins'])
})

test('and after a while after one that broke down', async () => {
  const { clock, turns, gone } = tabs('a', 'b')
  await clock.pass(20_000)
  gone.add((turns[0] as string).slice(0, 1))
  await clock.pass(60_000)
  expect(turns).toHaveLength(1)
  await clock.pass(60_000)
  expect(turns).toHaveLength(2)
})

test('a tab that slept so long that another began ends', async () => {
  const { clock, turns, written } = tabs('a')
  await clock.pass(20_000)
  written.set('lease', JSON.stringify({ holder: 'other', until: clock.now() + 90_000 }))
  await clock.pass(10_000)
  expect(turns).toEqual(['a begins', 'a ends'])
})
