// The backups of the library, and how far a running one is.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf } from '../../api/client'
import type { Backup, Storage } from '../../api/types'

const pageSize = 20

/** backupsQuery is a page of the backups, the newest first, read again while one runs. */
export function backupsQuery(page: number) {
  return queryOptions({
    queryKey: ['backups', page],
    queryFn: ({ signal }) =>
      answer(api.GET('/v1/system/backups', { params: { query: { page, limit: pageSize } }, signal })),
    refetchInterval: ({ state }) => {
      const running = state.data?.data.find(isRunning)
      return running ? paceOf(Date.now() - Date.parse(running.started_at)) : false
    },
    placeholderData: keepPreviousData,
  })
}

export function beginBackup(): Promise<Backup> {
  return dataOf(api.POST('/v1/system/backups', { body: {} }))
}

export function isRunning({ status }: Backup): boolean {
  return status === 'running'
}

/** paceOf is after how long to look again at what has run so long, in milliseconds: a tenth, for that is what can have changed. */
export function paceOf(age: number): number {
  return Math.min(15_000, Math.max(1_000, age / 10))
}

/** progressOf is which part of the library a running backup holds: never the whole, for that is when it has ended. */
export function progressOf(backup: Backup, kinds: Storage['by_kind']): number {
  const whole = kinds.originals + kinds.derivatives
  return whole > 0 ? Math.min(0.99, backup.size / whole) : 0
}

/** The commands that bring a backup back, for a shell on the server. */
export interface Commands {
  check: string
  restore: string
  serve: string
}

export function commandsFor({ directory, name }: Pick<Backup, 'directory' | 'name'>): Commands {
  const folder = shellWord(directory)
  const target = 'VITRINE_DATA=/srv/vitrine'
  return {
    check: `vitrine verify ${folder}`,
    restore: `${target} vitrine restore ${folder} --name ${shellWord(name)}`,
    serve: `${target} vitrine verify && ${target} vitrine serve`,
  }
}

/** shellWord quotes what a shell would take apart. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
