// Changes of many photos at once, in as many requests as they need.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, dataOf } from '../../api/client'
import { newKey } from '../../api/key'
import { type Problem, problemWithin } from '../../api/problem'
import type { components } from '../../api/schema'
import { inTurn } from './inTurn'

type BatchBody = components['schemas']['BatchBody']

/** A change of photos: what the API does to each of them. */
export interface Change {
  action: NonNullable<BatchBody['action']>
  data: NonNullable<BatchBody['data']>
  ids: number[]
}

/** A change that fits into one request. Its key lets it be sent again if nobody knows whether it arrived. */
export interface Step extends Change {
  key: string
}

export interface BatchResult {
  succeeded: number[]
  /** Why they failed. */
  problems: Problem[]
  failed: number
  /** What is still to be done. */
  left: Step[]
  /** Why it was not gone on with; nothing if it was stopped. */
  problem?: unknown
}

export interface Progress {
  done: number
  of: number
}

/** The most photos that one request may name. */
const most = 500

/** inRequests splits changes so that each fits into a request. */
export function inRequests(changes: Change[]): Step[] {
  return changes.flatMap((change) =>
    Array.from({ length: Math.ceil(change.ids.length / most) }, (_, i) => ({
      ...change,
      ids: change.ids.slice(i * most, (i + 1) * most),
      key: newKey(),
    })),
  )
}

/** photosIn counts the photos of some steps. */
export function photosIn(steps: readonly Step[]): number {
  return steps.reduce((sum, { ids }) => sum + ids.length, 0)
}

/** together is what came of work that was gone on with. */
export function together(before: BatchResult, after: BatchResult): BatchResult {
  return {
    ...after,
    succeeded: [...before.succeeded, ...after.succeeded],
    failed: before.failed + after.failed,
    problems: [...before.problems, ...after.problems],
  }
}

async function carryOut(steps: Step[], onProgress: (done: number) => void, signal: AbortSignal): Promise<BatchResult> {
  const result: BatchResult = { succeeded: [], problems: [], failed: 0, left: [] }
  const one = async ({ action, data, ids, key }: Step) => {
    const body = { action, data, photo_ids: ids }
    const params = { header: { 'Idempotency-Key': key } }
    const { succeeded, failed } = await dataOf(api.POST('/v1/photos/batch', { body, params }))
    result.succeeded.push(...succeeded)
    result.failed += failed.length
    result.problems.push(...failed.map(({ message, type, details }) => problemWithin(message, type, details)))
    onProgress(result.succeeded.length + result.failed)
  }
  const turns = await inTurn(steps, one, signal)
  return { ...result, ...turns }
}

/**
 * useBatch returns what carries out changes, after which every list of photos is read anew, how far that is, and what
 * stops it before its next request.
 */
export function useBatch() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const stopping = useRef<AbortController>(undefined)
  const run = async (steps: Step[]): Promise<BatchResult> => {
    const of = photosIn(steps)
    stopping.current = new AbortController()
    setProgress({ done: 0, of })
    try {
      return await carryOut(steps, (done) => setProgress({ done, of }), stopping.current.signal)
    } finally {
      await Promise.all(
        ['photos', 'photo', 'trash', 'categories', 'tags', 'timeline', 'shares'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      )
      setProgress(undefined)
    }
  }
  return { run, progress, stop: () => stopping.current?.abort() }
}
