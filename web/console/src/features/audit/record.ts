// What a record of the audit log tells.
import type { Audit } from '../../api/types'

/** What became of a field. Without both values they are long, or nobody's business. */
export interface Change {
  from?: unknown
  to?: unknown
}

/** changesOf returns what became of which field; nothing if the detail is of another kind. */
export function changesOf({ detail }: Pick<Audit, 'detail'>): [field: string, change: Change][] {
  const fields = Object.entries(detail)
  return fields.every(([, value]) => isChange(value)) ? (fields as [string, Change][]) : []
}

function isChange(value: unknown): value is Change {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return Object.keys(value).every((key) => key === 'from' || key === 'to')
}

/** nameOf returns what the thing was called when the record was made, if the record knows. */
export function nameOf({ detail }: Pick<Audit, 'detail'>): string | undefined {
  for (const field of ['title', 'name', 'username', 'original_filename', 'filename']) {
    const value = detail[field]
    const name = isChange(value) ? value.to : value
    if (typeof name === 'string' && name !== '') return name
  }
}

/** userOf returns the id of the user that the record is of; empty for none that is known. */
export function userOf({ action, object_id, detail }: Audit): string | undefined {
  if (action === 'session.end') return String(detail.user_id)
  return action.startsWith('user.') && action !== 'user.login' && action !== 'user.logout' ? object_id : undefined
}

/** A place of the console. */
export interface Place {
  to: string
  params?: { id: string }
  search?: Record<string, string>
}

const screens: Record<string, string> = {
  photo: '/photos/$id',
  category: '/categories',
  tag: '/tags',
  timeline_event: '/timeline',
  share: '/shares/$id',
  settings: '/settings',
  user: '/users',
  webhook: '/webhooks/$id',
  backup: '/backups',
}

/** placeOf returns where the thing is looked at, if it has a screen and this did not take it away. */
export function placeOf({ action, object_type, object_id }: Audit): Place | undefined {
  if (action === 'photo.delete') return { to: '/trash' }
  const to = screens[object_type]
  if (!to || /\.(delete|purge|merge|login_refused)$/.test(action)) return undefined
  return to.endsWith('$id') ? { to, params: { id: object_id } } : { to }
}
