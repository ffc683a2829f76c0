// What waits for someone, as far as the API tells.
import type { Backup, PhotoItem } from '../../api/types'

/** How long the server tries to make pictures: what has none by then is not about to. */
const trying = 30 * 60_000

/** How old the last backup may be. */
const backupAge = 30 * 24 * 3_600_000

/** So many photos, of which this one was added last. */
export interface Counted {
  count: number
  newest?: PhotoItem
}

/** willChange tells whether some of these photos may soon have their pictures. */
export function willChange({ newest }: Counted, now: number): boolean {
  return newest !== undefined && now - Date.parse(newest.created_at) < trying
}

export type BackupState = 'none' | 'failed' | 'old' | 'well'

/** backupStateOf tells whether there is something to do about the backups, of which the newest is the first. */
export function backupStateOf(backups: Backup[], now: number): BackupState {
  const ended = backups.filter(({ status }) => status !== 'running')
  if (ended.length === 0) return backups.length > 0 ? 'well' : 'none'
  if (ended[0]?.status === 'failed') return 'failed'
  return now - Date.parse(ended[0]?.started_at ?? '') > backupAge ? 'old' : 'well'
}

/** The part of the storage that may be taken before room has to be made. */
export const fullness = 0.9
