// Who may act on whom: the same rules as the server's, so that nothing is offered that it refuses.
import { type Role, roles } from './filter'

/** mayActOn tells whether a role may change users of another: an owner everyone, others those below them. */
export function mayActOn(actor: Role, other: Role): boolean {
  return actor === 'super_admin' || roles.indexOf(actor) < roles.indexOf(other)
}

/** rolesToGive lists the roles that someone may give. */
export function rolesToGive(actor: Role): Role[] {
  return roles.filter((role) => mayActOn(actor, role))
}
