import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { PhotoItem } from '../../api/types'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import { type BatchResult, type Change, useBatch } from './useBatch'

/** The most photos that come back out of the trash by one press: each is a request. */
const mostRestored = 100

/** useChanges returns what changes photos, says what came of it, and offers to take it back. */
export function useChanges() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const batch = useBatch()
  const notify = useNotify()

  const report = (result: BatchResult, done: string, undo?: () => Promise<unknown>) => {
    const failed = t('{{count}} could not be changed', { count: result.failed })
    const possible = undo && result.succeeded.length > 0
    tell({
      tone: result.failed > 0 ? 'warning' : undefined,
      message: result.failed > 0 ? `${done}\n${failed}: ${result.reasons.join(' ')}` : done,
      action: possible ? { label: t('Undo'), run: () => undo().catch(notify) } : undefined,
    })
  }

  const change = async ({ change, back }: { change: Change; back: Change[] }) => {
    try {
      const result = await batch.mutateAsync([change])
      const changed = new Set(result.succeeded)
      const undone = back.map((b) => ({ ...b, ids: b.ids.filter((id) => changed.has(id)) }))
      report(result, t('{{count}} photos changed', { count: result.succeeded.length }), () => batch.mutateAsync(undone))
    } catch (e) {
      notify(e)
    }
  }

  const remove = async (photos: PhotoItem[]): Promise<number[]> => {
    try {
      const result = await batch.mutateAsync([{ action: 'delete', data: {}, ids: photos.map((photo) => photo.id) }])
      const restorable = result.succeeded.length <= mostRestored
      const restore = () => restoreAll(result.succeeded).finally(() => client.invalidateQueries())
      report(
        result,
        t('{{count}} photos moved to the trash', { count: result.succeeded.length }),
        restorable ? restore : undefined,
      )
      return result.succeeded
    } catch (e) {
      notify(e)
      return []
    }
  }

  return { change, remove, busy: batch.isPending }
}

/** restoreAll takes photos out of the trash, a few at a time. */
export async function restoreAll(ids: number[]): Promise<void> {
  const left = [...ids]
  const one = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      await answer(api.POST('/v1/photos/{id}/restore', { params: { path: { id } } }))
    }
  }
  await Promise.all([one(), one(), one(), one()])
}
