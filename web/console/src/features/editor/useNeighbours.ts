import { useMemo } from 'react'
import type { Filter } from '../photos/filter'
import { libraryList, usePhotos } from '../photos/pages'
import type { Place } from './place'

interface Neighbour {
  id: number
  search: Place
}

/** useNeighbours returns the photos before and after a place in the library; none if the place is not known. */
export function useNeighbours(filter: Filter, place: number | undefined): { previous?: Neighbour; next?: Neighbour } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal filters are one list
  const list = useMemo(() => libraryList(filter), [JSON.stringify(filter)])
  const here = place ?? 0
  const { at } = usePhotos(list, here - 1, here + 1)
  if (place === undefined) return {}
  const neighbour = (index: number): Neighbour | undefined => {
    const photo = index < 0 ? undefined : at(index)
    return photo && { id: photo.id, search: { ...filter, place: index } }
  }
  return { previous: neighbour(here - 1), next: neighbour(here + 1) }
}
