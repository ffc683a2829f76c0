// What the form of a user holds, and what of it is sent.
import type { User, UserBody } from '../../api/types'
import type { Role } from './filter'

export interface Draft {
  username: string
  display_name: string
  email: string
  /** Empty leaves the password as it is. */
  password: string
  role: Role
  is_active: boolean
}

/** draftOf returns the form of a user, or of a new one with a role. */
export function draftOf(of: User | Role): Draft {
  if (typeof of === 'string')
    return { username: '', display_name: '', email: '', password: '', role: of, is_active: true }
  const { username, display_name, email, role, is_active } = of
  return { username, display_name, email, password: '', role, is_active }
}

/** changesOf returns the fields that differ: what someone else changes meanwhile stays. */
export function changesOf(before: Draft, after: Draft): UserBody {
  const fields = Object.keys(after) as (keyof Draft)[]
  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  )
}
