import { expect, test } from 'vitest'
import type { Backup, PhotoItem } from '../../api/types'
import { backupStateOf, unreadyOf, willChange } from './waiting'

const now = Date.parse('2026-05-31T12:00:00Z')
const photo = (id: number, processing_status?: string, created_at = '2026-05-31T11:45:00Z') =>
  ({ id, created_at, processing_status }) as PhotoItem
const backup = (status: Backup['status'], started_at: string) => ({ status, started_at }) as Backup

test('photos wait for their pictures, or have a file that cannot be read', () => {
  const { pending, failed } = unreadyOf([
    photo(1, 'pending'),
    photo(2, 'failed'),
    photo(3, 'completed'),
    photo(4, 'processing'),
    photo(5),
  ])
  expect(pending.map(({ id }) => id)).toEqual([1, 4])
  expect(failed.map(({ id }) => id)).toEqual([2])
})

test('what is not tried any more will not change', () => {
  expect(willChange([photo(1, 'pending')], now)).toBe(true)
  expect(willChange([photo(1, 'pending', '2026-05-31T11:29:00Z')], now)).toBe(false)
  expect(willChange([], now)).toBe(false)
})

test.each([
  ['none', []],
  ['well', [backup('running', '2026-05-31T11:59:00Z')]],
  ['well', [backup('completed', '2026-05-20T00:00:00Z'), backup('failed', '2026-05-19T00:00:00Z')]],
  ['old', [backup('completed', '2026-04-20T00:00:00Z')]],
  ['failed', [backup('failed', '2026-05-31T00:00:00Z'), backup('completed', '2026-05-30T00:00:00Z')]],
  ['failed', [backup('running', '2026-05-31T11:59:00Z'), backup('failed', '2026-05-31T00:00:00Z')]],
] as const)('the backups are %s', (state, backups) => expect(backupStateOf([...backups], now)).toBe(state))
