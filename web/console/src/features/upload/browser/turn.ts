// Of all tabs of a browser one sends.
import { newKey } from '../../../api/key'
import { Lease, type Turn } from '../engine/lease'
import { clock } from './clock'

/** takeTurn has a turn begin as soon as no other tab has it. */
export function takeTurn(name: string, turn: Turn): void {
  if (navigator.locks) {
    navigator.locks.request(name, () => {
      turn.begin()
      return new Promise(() => {}) // until the tab is closed
    })
    return
  }
  const lease = new Lease(name, newKey(), localStorage, clock)
  addEventListener('pagehide', () => lease.release())
  lease.take(turn)
}
