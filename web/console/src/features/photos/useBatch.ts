// Changes of many photos at once, each of which can be taken back.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'
import type { components } from '../../api/schema'

type BatchBody = components['schemas']['BatchBody']

/** A change of photos: what the API does to each of them. */
export interface Change {
  action: NonNullable<BatchBody['action']>
  data: NonNullable<BatchBody['data']>
  ids: number[]
}

export interface BatchResult {
  succeeded: number[]
  /** In the server's words, each once. */
  reasons: string[]
  failed: number
}

/** The most photos that one request may name. */
const most = 500

/** inRequests splits changes so that each fits into a request. */
export function inRequests(changes: Change[]): Change[] {
  return changes.flatMap((change) =>
    Array.from({ length: Math.ceil(change.ids.length / most) }, (_, i) => ({
      ...change,
      ids: change.ids.slice(i * most, (i + 1) * most),
    })),
  )
}

async function carryOut(changes: Change[]): Promise<BatchResult> {
  const result: BatchResult = { succeeded: [], reasons: [], failed: 0 }
  for (const { action, data, ids } of inRequests(changes)) {
    const { succeeded, failed } = await dataOf(api.POST('/v1/photos/batch', { body: { action, data, photo_ids: ids } }))
    result.succeeded.push(...succeeded)
    result.failed += failed.length
    result.reasons = [...new Set([...result.reasons, ...failed.map((f) => f.message)])]
  }
  return result
}

/** useBatch returns the mutation that carries out changes, after which every list of photos is read anew. */
export function useBatch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: carryOut,
    onSettled: () =>
      Promise.all(
        ['photos', 'photo', 'trash', 'categories', 'tags', 'timeline'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}
