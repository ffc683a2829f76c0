import { expect, test } from 'vitest'
import { fromLocal, toLocal } from './localTime'

test('a moment goes through a field and back', () => {
  for (const iso of ['2026-03-29T00:30:00.000Z', '2026-08-31T22:00:00.000Z', '2026-12-31T23:59:00.000Z']) {
    expect(fromLocal(toLocal(iso))).toBe(iso)
  }
})

test('no moment is an empty field', () => {
  expect(toLocal(null)).toBe('')
  expect(fromLocal('')).toBeNull()
})
