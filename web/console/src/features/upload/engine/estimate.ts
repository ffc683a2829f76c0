// How long it will take, with the waiting that is known of.
import type { Item } from './item'
import type { Allowance } from './ports'

/** What is still to be done. */
export interface Ahead {
  bytes: number
  /** Requests that count in the limit of uploads. */
  requests: number
  /** Files that are to become photos. */
  files: number
}

export interface Pace {
  /** Bytes a second. */
  sending: number
  /** Files a second. */
  making: number
  allowance: Allowance | undefined
  /** Until when nothing is sent, in milliseconds since 1970. */
  restsUntil: number
}

const unsent = new Set(['waiting', 'checking', 'sending'])
const unmade = new Set([...unsent, 'sent', 'processing'])

/** aheadOf adds up a queue. Files above `single` bytes go alone, others up to `batch` together, in `portion` bytes. */
export function aheadOf(items: readonly Item[], together: { single: number; batch: number; portion: number }): Ahead {
  const ahead = { bytes: 0, requests: 0, files: 0 }
  let small = 0
  let smallBytes = 0
  for (const { stage, size, sent, uploadId } of items) {
    if (unmade.has(stage)) ahead.files++
    if (!unsent.has(stage)) continue
    ahead.bytes += size - sent
    if (stage === 'sending' || uploadId) continue
    if (size > together.single) ahead.requests++
    else {
      small++
      smallBytes += size
    }
  }
  ahead.requests += Math.max(Math.ceil(small / together.batch), Math.ceil(smallBytes / together.portion))
  return ahead
}

/** secondsLeft returns undefined as long as that cannot be told. */
export function secondsLeft(ahead: Ahead, pace: Pace, now: number): number | undefined {
  if (ahead.files === 0 || (ahead.bytes > 0 && pace.sending === 0)) return undefined
  const sending = ahead.bytes > 0 ? sendingSeconds(ahead, pace, now) : 0
  const making = pace.making > 0 ? ahead.files / pace.making : 0
  return Math.max(sending, making) || undefined
}

/** Bytes flow while one waits for the next turn, but those of the last turn only after it has come. */
function sendingSeconds({ bytes, requests }: Ahead, { sending, allowance, restsUntil }: Pace, now: number): number {
  const rest = Math.max(0, restsUntil - now) / 1000
  const free = rest + bytes / sending
  if (!allowance) return free
  const { limit, resetAt, window } = allowance
  const left = resetAt > now ? allowance.left : limit
  if (requests <= left) return free
  const turns = Math.ceil((requests - left) / limit)
  const untilLast = Math.max(0, resetAt - now) + (turns - 1) * window
  const ofLast = (requests - left - (turns - 1) * limit) / requests
  return Math.max(free, untilLast / 1000 + (bytes * ofLast) / sending)
}
