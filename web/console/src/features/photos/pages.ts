// Photos by their place in a list, read page by page as they come into view.
import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { answer, api } from '../../api/client'
import type { Pagination, PhotoItem } from '../../api/types'
import { type Filter, queryOf } from './filter'

export const pageSize = 100

export interface PhotoPage<P extends PhotoItem = PhotoItem> {
  data: P[]
  pagination: Pagination
}

/** A list of photos: how a page of it is read, under which key it is kept. */
export interface PhotoList<P extends PhotoItem = PhotoItem> {
  key: readonly unknown[]
  read: (page: number, signal: AbortSignal) => Promise<PhotoPage<P>>
}

/** libraryList is the photos that match a filter. */
export function libraryList(filter: Filter): PhotoList {
  return {
    key: ['photos', filter],
    read: (page, signal) =>
      answer(api.GET('/v1/photos', { params: { query: { ...queryOf(filter), page, limit: pageSize } }, signal })),
  }
}

/** How often a page is read again while pictures on it are being made, in milliseconds: each counts in the rate limit. */
const pace = 10_000

export function pageQuery<P extends PhotoItem>(list: PhotoList<P>, page: number) {
  return queryOptions({
    queryKey: [...list.key, page],
    queryFn: ({ signal }) => list.read(page, signal),
    refetchInterval: ({ state }) => (state.data?.data.some(isAtWork) ? pace : false),
  })
}

function isAtWork({ processing_status }: PhotoItem): boolean {
  return processing_status === 'pending' || processing_status === 'processing'
}

/** pagesOf names the pages that hold the places from first to last, at least one. */
export function pagesOf(first: number, last: number): number[] {
  const begin = Math.floor(Math.max(0, first) / pageSize) + 1
  const end = Math.floor(Math.max(0, last, first) / pageSize) + 1
  return Array.from({ length: end - begin + 1 }, (_, i) => begin + i)
}

/**
 * usePhotos returns how many photos a list has, and those of the pages that a stretch of places touches. The first page
 * is always among them: it tells how many there are, and stays in view until that of another filter has come.
 */
export function usePhotos<P extends PhotoItem>(list: PhotoList<P>, first: number, last: number) {
  const beginning = useQuery({ ...pageQuery(list, 1), placeholderData: keepPreviousData })
  const others = useQueries({
    queries: pagesOf(first, last)
      .filter((page) => page > 1)
      .map((page) => pageQuery(list, page)),
  })
  const read = [beginning.data, ...others.map((result) => result.data)]
  const at = (index: number): P | undefined => {
    const page = Math.floor(index / pageSize) + 1
    return read.find((known) => known?.pagination.page === page)?.data[index % pageSize]
  }
  const failed = [beginning, ...others].filter((result) => result.error)
  return {
    total: beginning.data?.pagination.total,
    at,
    between: useBetween(list),
    error: failed[0]?.error,
    retry: () => failed.map((result) => result.refetch()),
  }
}

/** useBetween returns what reads all photos from one place to another, whether they were in view or not. */
function useBetween<P extends PhotoItem>(list: PhotoList<P>) {
  const client = useQueryClient()
  return useCallback(
    async (a: number, b: number): Promise<P[]> => {
      const first = Math.min(a, b)
      const last = Math.max(a, b)
      const read: P[] = []
      for (const page of pagesOf(first, last)) {
        read.push(...(await client.ensureQueryData(pageQuery(list, page))).data)
      }
      const skipped = Math.floor(first / pageSize) * pageSize
      return read.slice(first - skipped, last - skipped + 1)
    },
    [client, list],
  )
}
