import { expect, test } from 'vitest'
import { countsOf, isSettled } from './counts'
import type { Item, Stage } from './engine/item'

const item = (stage: Stage, size = 0, sent = 0): Item => ({
  key: '',
  name: '',
  folder: '',
  modified: 0,
  number: 1,
  stage,
  size,
  sent,
})

test('what counts, and what does not', () => {
  const items = [item('done', 5, 5), item('sending', 10, 4), item('refused', 99), item('known', 99), item('absent', 7)]
  expect(countsOf(items)).toEqual({
    of: { moving: 1, open: 2, paused: 0, failed: 0, refused: 1, done: 1 },
    total: 3,
    bytes: 22,
    sent: 9,
    finished: 2,
  })
})

test.each([
  [['done', 'failed', 'known'] as const, true],
  [['done', 'processing'] as const, false],
  [['paused'] as const, false],
])('%j is settled: %s', (stages, settled) => {
  expect(isSettled(countsOf(stages.map((stage) => item(stage))))).toBe(settled)
})
