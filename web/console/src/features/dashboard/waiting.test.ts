import { expect, test } from 'vitest'
import type { Backup, PhotoItem } from '../../api/types'
import { backupStateOf, willChange } from './waiting'

const now = Date.parse('2026-05-31T12:00:00Z')
const added = (created_at: string) => ({ count: 1, newest: { created_at } as PhotoItem })
const backup = (status: Backup['status'], started_at: string) => ({ status, started_at }) as Backup

test('what is not tried any more will not change', () => {
  expect(willChange(added('2026-05-31T11:45:00Z'), now)).toBe(true)
  expect(willChange(added('2026-05-31T11:29:00Z'), now)).toBe(false)
  expect(willChange({ count: 0 }, now)).toBe(false)
})

test.each([
  ['none', []],
  ['well', [backup('running', '2026-05-31T11:59:00Z')]],
  ['well', [backup('completed', '2026-05-20T00:00:00Z'), backup('failed', '2026-05-19T00:00:00Z')]],
  ['old', [backup('completed', '2026-04-20T00:00:00Z')]],
  ['failed', [backup('failed', '2026-05-31T00:00:00Z'), backup('completed', '2026-05-30T00:00:00Z')]],
  ['failed', [backup('running', '2026-05-31T11:59:00Z'), backup('failed', '2026-05-31T00:00:00Z')]],
] as const)('the backups are %s', (state, backups) => expect(backupStateOf([...backups], now)).toBe(state))
