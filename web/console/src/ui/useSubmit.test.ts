import { expect, test } from 'vitest'
import { Problem } from '../api/problem'
import { takenField } from './useSubmit'

const conflict = (conflict: string) =>
  new Problem(409, { message: 'Conflict.', error: { type: 'RESOURCE_CONFLICT', details: { conflict } } })

test('a conflict about a value belongs to its field', () => {
  expect(takenField(conflict('slug_taken'))).toBe('slug')
  expect(takenField(conflict('email_taken'))).toBe('email')
})

test('other problems belong to no field', () => {
  expect(takenField(conflict('stale'))).toBeUndefined()
  expect(takenField(new Error('taken'))).toBeUndefined()
})
