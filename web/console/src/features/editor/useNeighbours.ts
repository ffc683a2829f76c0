import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { libraryList, usePhotos } from '../photos/pages'
import type { Place } from './place'

const route = getRouteApi('/photos/$id')

export interface Neighbour {
  id: number
  search: Place
}

/** The way through the list that a photo was opened from. */
export interface Way {
  previous?: Neighbour
  next?: Neighbour
  goPrevious: () => void
  goNext: () => void
  /** How many photos the list has, and the place of this one, from 0; undefined if that is not known. */
  total?: number
  here?: number
}

/** useNeighbours returns the way through the library that the address tells of; none if it names no place. */
export function useNeighbours(): Way {
  const { place, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal filters are one list
  const list = useMemo(() => libraryList(filter), [JSON.stringify(filter)])
  const here = place ?? 0
  const { at, total } = usePhotos(list, here - 1, here + 1)
  const neighbour = (index: number): Neighbour | undefined => {
    const photo = index < 0 || place === undefined ? undefined : at(index)
    return photo && { id: photo.id, search: { ...filter, place: index } }
  }
  const go = (there: Neighbour | undefined) => () => {
    if (there) navigate({ to: '/photos/$id', params: { id: String(there.id) }, search: there.search })
  }
  const previous = neighbour(here - 1)
  const next = neighbour(here + 1)
  return { previous, next, goPrevious: go(previous), goNext: go(next), total, here: place }
}
