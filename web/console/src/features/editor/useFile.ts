// The file that a photo shows, and the work on it.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, dataOf } from '../../api/client'
import type { components } from '../../api/schema'
import type { PhotoDetail } from '../../api/types'

export type FileState = components['schemas']['UploadStatus']
export type ReprocessBody = components['schemas']['ReprocessBody']

/** How often the state of a file in work is asked for, in milliseconds. */
export const pace = 700

export function isAtWork(state: FileState | undefined): boolean {
  return state?.status === 'uploaded' || state?.status === 'processing'
}

export function fileQuery(fileId: string) {
  return queryOptions({
    queryKey: ['upload', fileId],
    queryFn: () => dataOf(api.GET('/v1/upload/status/{file_id}', { params: { path: { file_id: fileId } } })),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? pace : false),
    enabled: fileId !== '',
  })
}

/** useFile returns how the file of a photo stands; when the work on it ends, onEnd is told and the photo is read anew. */
export function useFile({ id, file_id: fileId = '' }: PhotoDetail, onEnd: (state: FileState) => void) {
  const client = useQueryClient()
  const file = useQuery(fileQuery(fileId))
  const wasAtWork = useRef(false)
  const state = file.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the work is what counts
  useEffect(() => {
    if (wasAtWork.current && state && !isAtWork(state)) {
      onEnd(state)
      for (const key of [['photo', id], ['photos']]) client.invalidateQueries({ queryKey: key })
    }
    wasAtWork.current = isAtWork(state)
  }, [state?.status])
  return file
}

/** useReprocess returns the mutation that has the pictures of a file made again. */
export function useReprocess(fileId: string, onBegin?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReprocessBody) =>
      dataOf(api.POST('/v1/upload/{file_id}/reprocess', { params: { path: { file_id: fileId } }, body })),
    onSuccess: (state) => {
      client.setQueryData(fileQuery(fileId).queryKey, state)
      onBegin?.()
    },
    onError: () => client.invalidateQueries({ queryKey: fileQuery(fileId).queryKey }),
  })
}
