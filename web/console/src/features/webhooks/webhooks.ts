// Webhooks and their deliveries as the API has them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, dataOf, versioned } from '../../api/client'
import type { Delivery, Pagination, WebhookBody } from '../../api/types'
import type { DeliveryFilter } from './filter'

const pageSize = 20

/** How often a list is read again while something in it is on its way, in milliseconds. */
const attention = 2000

export function webhooksQuery(page: number) {
  return queryOptions({
    queryKey: ['webhooks', 'list', page],
    queryFn: () => answer(api.GET('/v1/webhooks', { params: { query: { page, limit: pageSize } } })),
    placeholderData: keepPreviousData,
  })
}

export function readWebhook(id: number) {
  return versioned(api.GET('/v1/webhooks/{id}', { params: { path: { id } } }))
}

export function webhookQuery(id: number) {
  return queryOptions({ queryKey: ['webhooks', 'one', id], queryFn: () => readWebhook(id), staleTime: 0 })
}

export function createWebhook(body: WebhookBody) {
  // Of a type that has members of its own when it is created, the document's reading excludes all of them.
  return dataOf(api.POST('/v1/webhooks', { body: body as WebhookBody & Record<string, never> }))
}

export function updateWebhook(id: number, body: WebhookBody, etag?: string) {
  return dataOf(
    api.PUT('/v1/webhooks/{id}', { body, params: { path: { id }, header: etag ? { 'If-Match': etag } : {} } }),
  )
}

export function deleteWebhook(id: number): Promise<unknown> {
  return answer(api.DELETE('/v1/webhooks/{id}', { params: { path: { id } } }))
}

/** rotateSecret gives a webhook a new secret, and returns it: this once. */
export function rotateSecret(id: number) {
  return dataOf(api.POST('/v1/webhooks/{id}/rotate-secret', { params: { path: { id } } }))
}

export function testWebhook(id: number) {
  return dataOf(api.POST('/v1/webhooks/{id}/test', { params: { path: { id } } }))
}

export function redeliver(id: number, delivery_id: number) {
  return dataOf(
    api.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', { params: { path: { id, delivery_id } } }),
  )
}

/** As many as one request sends again. */
export const mostAgain = 500

/** redeliverAll sends several again, all of them or none. */
export function redeliverAll(id: number, delivery_ids: number[]) {
  return dataOf(
    api.POST('/v1/webhooks/{id}/deliveries/redeliver', { params: { path: { id } }, body: { delivery_ids } }),
  )
}

export interface DeliveryPage {
  data: Delivery[]
  pagination: Pagination
}

export function deliveriesQuery(id: number, filter: DeliveryFilter) {
  const query = { ...filter, limit: pageSize }
  return queryOptions({
    queryKey: ['webhooks', 'deliveries', id, filter],
    queryFn: (): Promise<DeliveryPage> =>
      answer(api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? attention : false),
  })
}

function isUnderWay(page?: DeliveryPage): boolean {
  return page?.data.some(({ status }) => status === 'pending' || status === 'waiting') ?? false
}
