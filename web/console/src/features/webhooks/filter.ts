// Which deliveries the log shows, as its address says.
import type { Delivery } from '../../api/types'
import { type Paged, readPage } from '../../shell/page'

export const states = ['pending', 'waiting', 'delivered', 'dead'] as const

export type DeliveryState = Delivery['status']

/** What is told of. */
export const eventTypes = [
  'photo.created',
  'photo.updated',
  'photo.deleted',
  'category.created',
  'category.updated',
  'category.deleted',
  'user.login',
  'system.backup',
  'webhook.test',
] as const

export interface DeliveryFilter extends Paged {
  status?: DeliveryState
  event?: (typeof eventTypes)[number]
}

/** readDeliveryFilter takes from the parameters of an address what it knows. */
export function readDeliveryFilter(params: Record<string, unknown>): DeliveryFilter {
  const status = states.find((state) => state === params.status)
  const event = eventTypes.find((type) => type === params.event)
  return { ...(status && { status }), ...(event && { event }), ...readPage(params) }
}
