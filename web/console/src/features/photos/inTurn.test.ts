import { afterEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../api/problem'
import { inTurn } from './inTurn'

const problem = (type: 'RATE_LIMIT_EXCEEDED' | 'INTERNAL_SERVER_ERROR', retryAfter = 0) =>
  new Problem(500, { message: 'no', error: { type } }, retryAfter)
const batches = Array.from({ length: 50 }, (_, i) => i + 1)

afterEach(() => vi.useRealTimers())

describe('work in turn', () => {
  test('ends at the first step that fails, and leaves it with those that follow', async () => {
    const done: number[] = []
    const failure = problem('INTERNAL_SERVER_ERROR')
    const { left, problem: why } = await inTurn(batches, async (n) => {
      if (n === 37) throw failure
      done.push(n)
    })
    expect(done).toHaveLength(36)
    expect(left).toEqual(batches.slice(36))
    expect(why).toBe(failure)
  })

  test('stops before the next step when told to, which is no problem', async () => {
    const stop = new AbortController()
    const turns = await inTurn(batches, async (n) => void (n === 3 && stop.abort()), stop.signal)
    expect(turns).toEqual({ left: batches.slice(3) })
  })

  test('waits for a limit, and goes on by itself', async () => {
    vi.useFakeTimers()
    let refusals = 2
    const done: number[] = []
    const work = inTurn([1, 2], async (n) => {
      if (n === 2 && refusals-- > 0) throw problem('RATE_LIMIT_EXCEEDED', 30)
      done.push(n)
    })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(done).toEqual([1])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await work).toEqual({ left: [] })
    expect(done).toEqual([1, 2])
  })

  test('does not wait for the better part of an hour', async () => {
    const limit = problem('RATE_LIMIT_EXCEEDED', 1800)
    const work = async () => Promise.reject(limit)
    expect(await inTurn([1], work)).toEqual({ left: [1], problem: limit })
  })

  test('can be stopped while it waits', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    const work = inTurn([1], async () => Promise.reject(problem('RATE_LIMIT_EXCEEDED', 60)), stop.signal)
    await vi.advanceTimersByTimeAsync(10_000)
    stop.abort()
    expect(await work).toEqual({ left: [1], problem: undefined })
  })
})
