// What visitors have marked, by visitor.
import type { Pick } from '../../api/types'

export interface Visitor {
  id: number
  name: string
  picks: Pick[]
}

/** byVisitor groups picks, in the order of their photos; whoever marked first comes first. */
export function byVisitor(picks: Pick[]): Visitor[] {
  const visitors = new Map<number, Visitor>()
  for (const pick of picks) {
    const visitor = visitors.get(pick.visitor_id) ?? { id: pick.visitor_id, name: pick.picked_by, picks: [] }
    visitor.picks.push(pick)
    visitors.set(pick.visitor_id, visitor)
  }
  return [...visitors.values()].sort((a, b) => first(a).localeCompare(first(b)))
}

function first({ picks }: Visitor): string {
  return picks.map((pick) => pick.picked_at).sort()[0] ?? ''
}
