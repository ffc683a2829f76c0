import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../session/useSession'
import { readDetails } from './details'
import { limitsQuery, uploadsOf } from './uploads'

/** useUploads returns the queue of the signed-in user, and its items as they are. */
export function useUploads() {
  const engine = uploadsOf(useSession()?.user.id ?? 0, useQueryClient())
  const items = useSyncExternalStore(engine.queue.subscribe, engine.queue.shown)
  const limits = useQuery(limitsQuery).data
  useEffect(() => {
    if (limits) engine.limits = limits
  }, [engine, limits])
  useEffect(() => {
    engine.details = readDetails()
  }, [engine])
  return { engine, items, limits }
}
