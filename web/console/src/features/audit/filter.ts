// Which records of the audit log are shown, as the address says.
import { type Paged, readPage } from '../../shell/page'

export interface AuditFilter extends Paged {
  user_id?: number
  action?: string
  object_type?: string
  object_id?: string
  /** Days in UTC, both included. */
  date_from?: string
  date_to?: string
}

/** readAuditFilter takes from the parameters of an address what it knows. */
export function readAuditFilter(params: Record<string, unknown>): AuditFilter {
  const { user_id, action, object_type, object_id, date_from, date_to } = params
  const filter: AuditFilter = {
    user_id: Number.isInteger(user_id) ? (user_id as number) : undefined,
    action: text(action, 50),
    object_type: text(object_type, 50),
    object_id: text(object_id, 64),
    date_from: day(date_from),
    date_to: day(date_to),
    ...readPage(params),
  }
  return withoutGaps(filter)
}

export function withoutGaps(filter: AuditFilter): AuditFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

function text(value: unknown, longest: number): string | undefined {
  const is = typeof value === 'string' || typeof value === 'number'
  return (is && String(value).slice(0, longest)) || undefined
}

function day(value: unknown): string | undefined {
  const is = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  return is ? value : undefined
}
