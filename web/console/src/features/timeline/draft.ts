// What is written of an event, as a form holds it.
import type { components } from '../../api/schema'
import type { TimelineEvent } from '../../api/types'

type Body = components['schemas']['TimelineEventBody']

export type Draft = Pick<TimelineEvent, 'title' | 'date' | 'type' | 'description' | 'related_photos'>

export const blank: Draft = { title: '', date: '', type: 'milestone', description: '', related_photos: [] }

export function draftOf({ title, date, type, description, related_photos }: TimelineEvent): Draft {
  return { title, date, type, description, related_photos }
}

/** creationOf returns what makes an event. A day that is not given is left out, so that it is missed and not misread. */
export function creationOf({ date, ...others }: Draft): Body {
  return { ...others, ...(date && { date }) }
}

/** updateOf returns what was changed, so that nothing is undone that someone else has changed meanwhile. */
export function updateOf(before: Draft, draft: Draft): Body {
  const changed = Object.entries(draft).filter(([field, value]) => !same(value, before[field as keyof Draft]))
  return Object.fromEntries(changed)
}

function same(a: string | number[], b: string | number[]): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return a.length === b.length && a.every((id, i) => id === b[i])
}

/** earlier returns a list in which one has changed places with the one before it. */
export function earlier(ids: readonly number[], id: number): number[] {
  const at = ids.indexOf(id)
  if (at < 1) return [...ids]
  return ids.map((other, i) => (i === at - 1 ? id : i === at ? (ids[at - 1] as number) : other))
}
