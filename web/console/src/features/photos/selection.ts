// Which photos of a grid are chosen, and what clicks and keys make of that.
import type { PhotoItem } from '../../api/types'

/** The most that can be chosen at once: reading and changing them takes a tenth of the requests of an hour. */
export const mostChosen = 10_000

export interface Chosen<P extends PhotoItem = PhotoItem> {
  /** As it was when it was chosen. */
  photo: P
  place: number
}

export interface Selection<P extends PhotoItem = PhotoItem> {
  /** The chosen photos by their ids. */
  chosen: ReadonlyMap<number, Chosen<P>>
  /** The place that keys move from. */
  active: number
  /** The place that a range begins at. */
  anchor: number
}

export const nothing: Selection<never> = { chosen: new Map<number, Chosen<never>>(), active: 0, anchor: 0 }

/** photosOf returns the chosen photos. */
export function photosOf<P extends PhotoItem>({ chosen }: Selection<P>): P[] {
  return [...chosen.values()].map(({ photo }) => photo)
}

/** only chooses one photo and no other. */
export function only<P extends PhotoItem>(_: Selection<P>, index: number, photo: P): Selection<P> {
  return { chosen: inPlaces([photo], index), active: index, anchor: index }
}

/** toggled chooses a photo besides the others, or no longer. */
export function toggled<P extends PhotoItem>(selection: Selection<P>, index: number, photo: P): Selection<P> {
  const chosen = new Map(selection.chosen)
  if (!chosen.delete(photo.id) && chosen.size < mostChosen) chosen.set(photo.id, { photo, place: index })
  return { chosen, active: index, anchor: index }
}

/** upTo chooses the photos between the anchor and a place, and no others. */
export function upTo<P extends PhotoItem>(selection: Selection<P>, index: number, between: P[]): Selection<P> {
  return { chosen: inPlaces(between, Math.min(selection.anchor, index)), active: index, anchor: selection.anchor }
}

/** all chooses these photos, which are the first of the list; the keys go on from where they were. */
export function all<P extends PhotoItem>(selection: Selection<P>, photos: P[]): Selection<P> {
  return { ...selection, chosen: inPlaces(photos, 0) }
}

/** moved moves the place of the keys alone. */
export function moved<P extends PhotoItem>(selection: Selection<P>, index: number): Selection<P> {
  return { ...selection, active: index, anchor: index }
}

/** revised keeps what a change has made of chosen photos, which the next change begins from. */
export function revised<P extends PhotoItem>(
  selection: Selection<P>,
  ids: readonly number[],
  after: (photo: P) => P,
): Selection<P> {
  const changed = new Set(ids)
  const chosen = [...selection.chosen].map(([id, { photo, place }]) => {
    return [id, { photo: changed.has(id) ? after(photo) : photo, place }] as const
  })
  return { ...selection, chosen: new Map(chosen) }
}

/** without forgets photos that have left the list. The keys go on from what took the place of the one that they were at. */
export function without<P extends PhotoItem>(selection: Selection<P>, ids: readonly number[]): Selection<P> {
  const gone = new Set(ids)
  const places = [...selection.chosen].filter(([id]) => gone.has(id)).map(([, { place }]) => place)
  const closedUp = (place: number) => place - places.filter((left) => left < place).length
  const chosen = [...selection.chosen].filter(([id]) => !gone.has(id))
  return {
    chosen: new Map(chosen.map(([id, { photo, place }]) => [id, { photo, place: closedUp(place) }])),
    active: closedUp(selection.active),
    anchor: closedUp(selection.active),
  }
}

function inPlaces<P extends PhotoItem>(photos: P[], first: number): ReadonlyMap<number, Chosen<P>> {
  return new Map(photos.slice(0, mostChosen).map((photo, i) => [photo.id, { photo, place: first + i }]))
}

/** step returns the place that a key leads to in a grid, or undefined for other keys. */
export function step(
  key: string,
  from: number,
  columns: number,
  rowsInView: number,
  count: number,
): number | undefined {
  const target: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    PageUp: from - columns * rowsInView,
    PageDown: from + columns * rowsInView,
    Home: 0,
    End: count - 1,
  }
  const to = target[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), Math.max(0, count - 1))
}
