import { describe, expect, test } from 'vitest'
import { aheadOf, secondsLeft } from './estimate'
import type { Item, Stage } from './item'
import { Meter } from './meter'

const item = (stage: Stage, size: number, sent = 0, more: Partial<Item> = {}): Item => ({
  key: '',
  name: '',
  folder: '',
  modified: 0,
  number: 1,
  stage,
  size,
  sent,
  ...more,
})
const now = 1_700_000_000_000
const idle = { sending: 1_000, making: 0, allowance: undefined, restsUntil: 0 }

test('what is ahead are the bytes and requests of what is under way', () => {
  const items = [
    item('sending', 100, 40),
    item('waiting', 10),
    item('checking', 10),
    item('waiting', 50, 20, { uploadId: 'u' }),
    item('waiting', 500),
    ...['failed', 'paused', 'known', 'refused', 'done', 'absent'].map((stage) => item(stage as Stage, 999)),
    item('processing', 999, 999),
  ]
  expect(aheadOf(items, { single: 100, batch: 20, portion: 15 })).toEqual({ bytes: 610, requests: 3, files: 6 })
})

describe('the time that is left', () => {
  const ahead = { bytes: 60_000, requests: 30, files: 30 }
  const allowance = { limit: 10, left: 10, resetAt: now + 30_000, window: 60_000 }
  test.each([
    ['is that of sending', idle, 60],
    ['is not known before the speed is', { ...idle, sending: 0 }, undefined],
    ['has the rest in it that the server asked for', { ...idle, restsUntil: now + 25_000 }, 85],
    ['has the windows of the limit in it', { ...idle, allowance }, 30 + 60 + 20],
    [
      'starts with a free window, if the last is over',
      { ...idle, allowance: { ...allowance, left: 0, resetAt: now } },
      80,
    ],
    ['is that of sending, if the limit holds nothing up', { ...idle, allowance: { ...allowance, left: 40 } }, 60],
    ['is that of making the pictures, if that takes longer', { ...idle, making: 0.25 }, 120],
  ])('%s', (_, pace, seconds) => expect(secondsLeft(ahead, pace, now)).toBe(seconds))
  test('is not told of nothing', () =>
    expect(secondsLeft({ bytes: 0, requests: 0, files: 0 }, idle, now)).toBeUndefined())
})

describe('the speed', () => {
  const meter = () => new Meter({ span: 10_000, longestGap: 2_000 })
  test('is not that of a rest, nor of what was there before', () => {
    const one = meter()
    for (let second = 0; second <= 20; second++) one.add(1_000, second * 1_000)
    const before = one.speed()
    one.add(1_000, 200_000)
    expect(one.speed()).toBeGreaterThan(before * 0.85)
    expect(one.isRunning(201_000)).toBe(true)
    expect(one.isRunning(210_000)).toBe(false)
  })
  test('does not jump by one fast or slow second', () => {
    const one = meter()
    for (let second = 0; second <= 30; second++) one.add(second === 30 ? 5_000 : 1_000, second * 1_000)
    expect(one.speed()).toBeLessThan(1_500)
    expect(one.speed()).toBeGreaterThan(1_000)
  })
  test('counts nothing twice that is taken back and sent again', () => {
    const one = meter()
    for (let second = 0; second <= 10; second++) one.add(second % 2 ? -1_000 : 1_000, second * 1_000)
    expect(one.speed()).toBeGreaterThan(0)
    expect(meter().speed()).toBe(0)
  })
})
