// What the form of a webhook holds.
import type { Webhook } from '../../api/types'
import type { EventType } from './events'

export interface Draft {
  url: string
  events: EventType[]
}

export function draftOf(webhook?: Webhook): Draft {
  return { url: webhook?.url ?? '', events: webhook?.events ?? [] }
}
