// A photo as the form of its editor holds it, and what of it has to be sent.
import type { components } from '../../api/schema'
import type { PhotoDetail, PhotoStatus } from '../../api/types'
import type { Point } from './projection'

export type PhotoBody = components['schemas']['PhotoBody']

export interface Draft {
  title: string
  description: string
  slug: string
  status: PhotoStatus
  /** As an input of type datetime-local has it: the wall clock here, to the minute. */
  taken_at: string
  tags: string[]
  /** Ids, the primary one first. */
  categories: string[]
  location: { name: string; city: string; country: string; latitude: string; longitude: string }
  metadata: { weather: string; temperature: string; processing_notes: string; others: Note[] }
}

/** What is noted under a name of one's own. */
export interface Note {
  name: string
  value: string
}

/** draftOf fills the form. */
export function draftOf(photo: PhotoDetail): Draft {
  const { location, metadata } = photo
  const primaryFirst = [...photo.categories].sort((a, b) => Number(b.is_primary) - Number(a.is_primary))
  return {
    title: photo.title,
    description: photo.description,
    slug: photo.slug,
    status: photo.status,
    taken_at: photo.taken_at ? wallClock(new Date(photo.taken_at)) : '',
    tags: photo.tags.map((tag) => tag.name),
    categories: primaryFirst.map((category) => String(category.id)),
    location: {
      name: location.name ?? '',
      city: location.city ?? '',
      country: location.country ?? '',
      latitude: location.latitude?.toString() ?? '',
      longitude: location.longitude?.toString() ?? '',
    },
    metadata: {
      weather: metadata.weather ?? '',
      temperature: metadata.temperature ?? '',
      processing_notes: metadata.processing_notes ?? '',
      others: othersOf(metadata),
    },
  }
}

export type Field = keyof Draft

/** bodyOf returns what has to be sent of these fields. What is not sent stays as it is, also what others changed. */
export function bodyOf(draft: Draft, fields: Field[]): PhotoBody {
  const all: Record<Field, () => PhotoBody> = {
    title: () => ({ title: draft.title }),
    description: () => ({ description: draft.description }),
    slug: () => ({ slug: draft.slug }),
    status: () => ({ status: draft.status }),
    taken_at: () => ({ taken_at: draft.taken_at ? withOffset(draft.taken_at) : null }),
    tags: () => ({ tags: draft.tags }),
    categories: () => ({ categories: draft.categories.map((id, i) => ({ id: Number(id), is_primary: i === 0 })) }),
    location: () => ({ location: placeOf(draft.location) }),
    metadata: () => ({ metadata: notesOf(draft.metadata) }),
  }
  return Object.assign({}, ...fields.map((field) => all[field]()))
}

function placeOf({ name, city, country, latitude, longitude }: Draft['location']): PhotoBody['location'] {
  if (!name && !city && !country && !latitude && !longitude) return null
  return {
    name: name || null,
    city: city || null,
    country: country || null,
    latitude: degreesOf(latitude),
    longitude: degreesOf(longitude),
  }
}

/** degreesOf reads a number of degrees, with a point or a comma: null if there is none, NaN if it is something else. */
export function degreesOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim().replace(',', '.'))
}

/** pointOf returns the point of a place, if both its numbers are such. */
export function pointOf({ latitude, longitude }: Pick<Draft['location'], 'latitude' | 'longitude'>): Point | undefined {
  const point = { latitude: degreesOf(latitude), longitude: degreesOf(longitude) }
  const isOnEarth = point.latitude !== null && Math.abs(point.latitude) <= 90
  return isOnEarth && point.longitude !== null && Math.abs(point.longitude) <= 180 ? (point as Point) : undefined
}

function othersOf({ weather, temperature, processing_notes, ...others }: PhotoDetail['metadata']): Note[] {
  return Object.entries(others).map(([name, value]) => ({ name, value: value ?? '' }))
}

/** All of them, since metadata is replaced as a whole. */
function notesOf({ others, ...known }: Draft['metadata']): Record<string, string> {
  const named = others.map(({ name, value }) => [name.trim(), value] as const)
  return Object.fromEntries([...named, ...Object.entries(known)].filter(([name, value]) => name && value))
}

function two(n: number): string {
  return String(Math.trunc(Math.abs(n))).padStart(2, '0')
}

/** wallClock writes a moment as it is here, to the minute. */
export function wallClock(moment: Date): string {
  const year = String(moment.getFullYear()).padStart(4, '0')
  return `${year}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** withOffset writes a wall clock of here as a moment, in RFC 3339. */
export function withOffset(clock: string): string {
  const east = -new Date(clock).getTimezoneOffset()
  return `${clock}:00${east < 0 ? '-' : '+'}${two(east / 60)}:${two(east % 60)}`
}
