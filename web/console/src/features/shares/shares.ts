// Share links as the API has them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf, versioned } from '../../api/client'
import type { PhotoItem, Pick, ShareBody } from '../../api/types'

const pageSize = 20

/** The most photos that a share takes. */
export const mostPhotos = 1000

export function sharesQuery(page: number) {
  return queryOptions({
    queryKey: ['shares', 'list', page],
    queryFn: () => answer(api.GET('/v1/shares', { params: { query: { page, limit: pageSize } } })),
    placeholderData: keepPreviousData,
  })
}

export function readShare(id: number) {
  return versioned(api.GET('/v1/shares/{id}', { params: { path: { id } } }))
}

export function shareQuery(id: number) {
  return queryOptions({ queryKey: ['shares', 'one', id], queryFn: () => readShare(id), staleTime: 0 })
}

/** As many requests as reading the picks may take: the rest is in the file. */
const mostPages = 10

/** picksQuery is the picks of a share, and how many there are in all. */
export function picksQuery(id: number) {
  return queryOptions({
    queryKey: ['shares', 'picks', id],
    queryFn: async () => {
      const picks: Pick[] = []
      for (let page = 1; ; page++) {
        const read = await answer(
          api.GET('/v1/shares/{id}/picks', {
            params: { path: { id }, query: { page, limit: 100, include_gone: true } },
          }),
        )
        picks.push(...read.data)
        if (!read.pagination.has_next || page === mostPages) return { picks, total: read.pagination.total }
      }
    },
  })
}

/** sharePhotosQuery is the photos of a share, or those that were picked, also if they have left it since. */
export function sharePhotosQuery(id: number, picked: boolean) {
  return queryOptions({
    queryKey: ['shares', 'photos', id, picked],
    queryFn: async () => {
      const photos: PhotoItem[] = []
      for (let page = 1; ; page++) {
        const query = { page, limit: 100, picked }
        const read = await answer(api.GET('/v1/shares/{id}/photos', { params: { path: { id }, query } }))
        photos.push(...read.data)
        if (!read.pagination.has_next || page === mostPages) return photos
      }
    },
  })
}

/** picksFile reads all picks as the file for spreadsheets. */
export function picksFile(id: number): Promise<Blob> {
  return answer(api.GET('/v1/shares/{id}/picks.csv', { params: { path: { id } }, parseAs: 'blob' }))
}

export function deleteShare(id: number): Promise<unknown> {
  return answer(api.DELETE('/v1/shares/{id}', { params: { path: { id } } }))
}

export function createShare(body: ShareBody) {
  // Of a type that has members of its own when it is created, the document's reading excludes all of them.
  return dataOf(api.POST('/v1/shares', { body: body as ShareBody & Record<string, never> }))
}

export function updateShare(id: number, body: ShareBody, etag?: string) {
  return dataOf(
    api.PUT('/v1/shares/{id}', { body, params: { path: { id }, header: etag ? { 'If-Match': etag } : {} } }),
  )
}
