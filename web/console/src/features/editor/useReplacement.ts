// Puts another file in the place of a photo's: sends it, waits for its pictures, and
// only then changes the photo, which shows its old picture until then.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { answer, api, dataOf, versioned } from '../../api/client'
import type { PhotoDetail } from '../../api/types'
import type { Failed } from '../../ui/reasons'
import { sendFile } from './sendFile'
import { type FileState, isAtWork, pace } from './useFile'

/** How far a replacement has come: the part that is sent, from 0 to 1, then the work of the server. */
export type Progress = { sent: number } | { state: FileState }

/** Unreadable is a file of which no pictures can be made. */
export class Unreadable extends Error {
  constructor(readonly failed: Failed) {
    super(failed.error ?? '')
  }
}

export function useReplacement(photo: PhotoDetail, onReplaced: () => void) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const stop = useRef(new AbortController())
  // What was sent already is not sent again when something after it failed.
  const arrived = useRef<{ file: File; id: string }>(undefined)
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])

  const send = async (file: File, signal: AbortSignal): Promise<string> => {
    if (arrived.current?.file !== file) {
      setProgress({ sent: 0 })
      arrived.current = { file, id: await sendFile(file, (sent) => setProgress({ sent }), signal) }
    }
    return arrived.current.id
  }

  const replacement = useMutation({
    mutationFn: async (file: File) => {
      const { signal } = stop.current
      const id = await send(file, signal)
      try {
        await prepared(id, (state) => setProgress({ state }), signal)
      } catch (e) {
        arrived.current = undefined
        discard(id)
        throw e
      }
      return versioned(api.PUT('/v1/photos/{id}', { params: { path: { id: photo.id } }, body: { file_id: id } }))
    },
    onSuccess: (version) => {
      client.setQueryData(['photo', photo.id], version)
      for (const key of ['photos', 'timeline']) client.invalidateQueries({ queryKey: [key] })
      onReplaced()
    },
    onSettled: () => setProgress(undefined),
  })
  return { ...replacement, progress }
}

/** prepared waits until the pictures of a file are made. */
async function prepared(id: string, tell: (state: FileState) => void, signal: AbortSignal): Promise<void> {
  const params = { path: { file_id: id } }
  for (;;) {
    const state = await dataOf(api.GET('/v1/upload/status/{file_id}', { params, signal }))
    if (state.status === 'failed') throw new Unreadable(state)
    if (!isAtWork(state)) return
    tell(state)
    await new Promise((resolve) => setTimeout(resolve, pace))
    signal.throwIfAborted()
  }
}

/** discard removes a file that no photo will show; what stays by mishap goes by itself after a while. */
function discard(id: string) {
  answer(api.DELETE('/v1/upload/{file_id}', { params: { path: { file_id: id } } })).catch(() => {})
}
