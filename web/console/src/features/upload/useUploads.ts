import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { useSession } from '../../session/useSession'
import type { Uploads, View } from './engine/uploads'
import { limitsQuery, uploadsOf } from './uploads'

/** useUploads returns the queue of the signed-in user, and what is shown of it. */
export function useUploads(): { userId: number; uploads: Uploads; view: View } {
  const userId = useSession()?.user.id ?? 0
  const uploads = uploadsOf(userId, useQueryClient())
  return { userId, uploads, view: useView(uploads) }
}

/** useLimits returns what the settings allow, and has the queue keep to it. */
export function useLimits(uploads: Uploads) {
  const limits = useQuery(limitsQuery).data
  useEffect(() => {
    if (limits) uploads.setLimits(limits)
  }, [uploads, limits])
  return limits
}

/** useView draws as there is time: what the user does comes first. */
function useView(uploads: Uploads): View {
  const [view, setView] = useState(uploads.view)
  useEffect(() => {
    const look = () => startTransition(() => setView(uploads.view()))
    look()
    return uploads.subscribe(look)
  }, [uploads])
  return view
}
