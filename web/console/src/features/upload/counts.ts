import { type Item, isOver, type Stage } from './engine/item'

/** What belongs together for who looks at a queue, in the order in which it matters. */
export const groups = ['moving', 'open', 'paused', 'failed', 'refused', 'done'] as const

export type Group = (typeof groups)[number]

const groupOfStage: Record<Stage, Group> = {
  waiting: 'moving',
  checking: 'moving',
  sending: 'moving',
  sent: 'moving',
  processing: 'moving',
  known: 'open',
  absent: 'open',
  changed: 'open',
  paused: 'paused',
  failed: 'failed',
  refused: 'refused',
  done: 'done',
}

export function groupOf({ stage }: Item): Group {
  return groupOfStage[stage]
}

/** What a queue amounts to. */
export interface Counts {
  of: Record<Group, number>
  /** Files that are to become photos: all but those that are refused, or there already. */
  total: number
  bytes: number
  sent: number
  /** Files that clearing would take off the list. */
  finished: number
}

export function countsOf(items: readonly Item[]): Counts {
  const of = { moving: 0, open: 0, paused: 0, failed: 0, refused: 0, done: 0 }
  const counts = { of, total: 0, bytes: 0, sent: 0, finished: 0 }
  for (const item of items) {
    of[groupOf(item)]++
    if (isOver(item)) counts.finished++
    if (item.stage === 'refused' || item.stage === 'known') continue
    counts.total++
    counts.bytes += item.size
    counts.sent += item.sent
  }
  return counts
}

/** isSettled tells whether nothing is under way any more. */
export function isSettled({ of }: Counts): boolean {
  return of.moving === 0 && of.paused === 0
}
