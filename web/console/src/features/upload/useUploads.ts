import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { useSession } from '../../session/useSession'
import { readDetails } from './details'
import type { Engine } from './engine/engine'
import type { Item } from './engine/item'
import { limitsQuery, uploadsOf } from './uploads'

/** useUploads returns the queue of the signed-in user, and its items as they are. */
export function useUploads() {
  const engine = uploadsOf(useSession()?.user.id ?? 0, useQueryClient())
  const items = useShown(engine)
  const limits = useQuery(limitsQuery).data
  useEffect(() => {
    if (limits) engine.limits = limits
  }, [engine, limits])
  useEffect(() => {
    engine.details = readDetails()
  }, [engine])
  return { engine, items, limits }
}

/** useShown draws as there is time: what the user does comes first. */
function useShown({ queue }: Engine): readonly Item[] {
  const [items, setItems] = useState(queue.shown)
  useEffect(() => {
    const look = () => startTransition(() => setItems(queue.shown()))
    look()
    const stop = queue.subscribe(look)
    return () => {
      stop()
    }
  }, [queue])
  return items
}
