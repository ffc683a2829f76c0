import { useSyncExternalStore } from 'react'
import { session } from './session'

/** useSession returns who is signed in: null for nobody, undefined until that is known. */
export function useSession() {
  return useSyncExternalStore(session.subscribe, session.current)
}
