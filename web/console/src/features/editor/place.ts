// Where a photo was when it was opened: in which list, at which place.
import { type Filter, readFilter } from '../photos/filter'

export interface Place extends Filter {
  /** From 0. */
  place?: number
}

export function readPlace(params: Record<string, unknown>): Place {
  const place = Number(params.place ?? Number.NaN)
  return Number.isInteger(place) && place >= 0 ? { ...readFilter(params), place } : readFilter(params)
}
