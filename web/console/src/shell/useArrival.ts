import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { arrive } from '../ui/focus'

/** useArrival puts the focus on the heading of each screen that one goes to. */
export function useArrival(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) arrive() // the first screen is the browser's
    before.current = path
  }, [path])
}
