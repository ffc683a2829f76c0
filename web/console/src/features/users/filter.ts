// Which users the list shows, as its address says.
import type { User } from '../../api/types'
import { type Paged, readPage } from '../../shell/page'

export type Role = User['role']

/** The roles from the highest rank to the lowest. */
export const roles: readonly Role[] = ['super_admin', 'admin', 'editor', 'user']
const states = ['active', 'inactive'] as const

export interface UserFilter extends Paged {
  search?: string
  role?: Role
  status?: (typeof states)[number]
}

/** readUserFilter takes from the parameters of an address what it knows. */
export function readUserFilter(params: Record<string, unknown>): UserFilter {
  const { search, role, status } = params
  const filter: UserFilter = {
    search: search === undefined ? undefined : String(search).slice(0, 200),
    role: roles.find((known) => known === role),
    status: states.find((known) => known === status),
    ...readPage(params),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
}
