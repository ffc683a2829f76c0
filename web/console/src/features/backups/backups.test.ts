import { expect, test } from 'vitest'
import type { Backup } from '../../api/types'
import { commandsFor, paceOf, progressOf } from './backups'

test('a running backup is looked at less and less often', () => {
  expect([0, 5_000, 30_000, 3_600_000].map(paceOf)).toEqual([1_000, 1_000, 3_000, 15_000])
})

test('a running backup holds a part of the library, and never all of it', () => {
  const kinds = { originals: 600, derivatives: 400, database: 50 }
  expect(progressOf({ size: 250 } as Backup, kinds)).toBe(0.25)
  expect(progressOf({ size: 1000 } as Backup, kinds)).toBe(0.99)
  expect(progressOf({ size: 0 } as Backup, { originals: 0, derivatives: 0, database: 50 })).toBe(0)
})

test('commands name the backup as a shell takes it', () => {
  const { check, restore } = commandsFor({ directory: "/mnt/Ansel's disk", name: '20260531-083000-k7q2m4' })
  expect(check).toBe(`vitrine verify '/mnt/Ansel'\\''s disk'`)
  expect(restore).toMatch(/ --name 20260531-083000-k7q2m4$/)
  expect(commandsFor({ directory: '/mnt/usb/vitrine', name: 'a' }).check).toBe('vitrine verify /mnt/usb/vitrine')
})
