// Which photos of a grid are chosen, and what clicks and keys make of that.
import type { PhotoItem } from '../../api/types'

/** The most that can be chosen at once: what a person may still mean, and the API takes in a few requests. */
export const mostChosen = 2000

export interface Selection<P extends PhotoItem = PhotoItem> {
  /** The chosen photos by their ids, as they were when they were chosen. */
  chosen: ReadonlyMap<number, P>
  /** The place that keys move from. */
  active: number
  /** The place that a range begins at. */
  anchor: number
}

export const nothing: Selection<never> = { chosen: new Map<number, never>(), active: 0, anchor: 0 }

/** only chooses one photo and no other. */
export function only<P extends PhotoItem>(_: Selection<P>, index: number, photo: P): Selection<P> {
  return { chosen: new Map([[photo.id, photo]]), active: index, anchor: index }
}

/** toggled chooses a photo besides the others, or no longer. */
export function toggled<P extends PhotoItem>(selection: Selection<P>, index: number, photo: P): Selection<P> {
  const chosen = new Map(selection.chosen)
  if (!chosen.delete(photo.id) && chosen.size < mostChosen) chosen.set(photo.id, photo)
  return { chosen, active: index, anchor: index }
}

/** upTo chooses the photos between the anchor and a place, and no others. */
export function upTo<P extends PhotoItem>(selection: Selection<P>, index: number, between: P[]): Selection<P> {
  return { chosen: byId(between), active: index, anchor: selection.anchor }
}

/** all chooses these photos; the keys go on from where they were. */
export function all<P extends PhotoItem>(selection: Selection<P>, photos: P[]): Selection<P> {
  return { ...selection, chosen: byId(photos) }
}

/** moved moves the place of the keys alone. */
export function moved<P extends PhotoItem>(selection: Selection<P>, index: number): Selection<P> {
  return { ...selection, active: index, anchor: index }
}

/** without forgets photos that are no longer there. */
export function without<P extends PhotoItem>(selection: Selection<P>, ids: readonly number[]): Selection<P> {
  const chosen = new Map(selection.chosen)
  for (const id of ids) chosen.delete(id)
  return { ...selection, chosen }
}

function byId<P extends PhotoItem>(photos: P[]): ReadonlyMap<number, P> {
  return new Map(photos.slice(0, mostChosen).map((photo) => [photo.id, photo]))
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
