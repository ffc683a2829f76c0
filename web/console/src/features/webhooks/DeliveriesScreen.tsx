import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Delivery } from '../../api/types'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { Rows } from '../../ui/Rows'
import { DeliveryRow } from './DeliveryRow'
import { Outcome } from './Outcome'
import { deliveriesQuery, redeliver, testWebhook, webhookQuery } from './webhooks'

const route = getRouteApi('/webhooks/$id')

/** DeliveriesScreen is the log of what was sent to a webhook, and what it answered. */
export function DeliveriesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = Number(route.useParams().id)
  const page = route.useSearch().page ?? 1
  const webhook = useQuery(webhookQuery(id))
  const deliveries = useQuery(deliveriesQuery(id, page))
  const error = webhook.error ?? deliveries.error
  const sending = useSending(id)
  const watched = deliveries.data?.data.find((delivery) => delivery.id === sending.last?.id) ?? sending.last

  return (
    <Screen
      title={t('Deliveries')}
      actions={
        sending.allowed && (
          <Button disabled={!webhook.data} loading={sending.test.isPending} onClick={() => sending.test.mutate()}>
            {t('Send a test')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <div>
          <Anchor component={Link} to="/webhooks" size="sm">
            <Group gap={4} component="span">
              <IconArrowLeft size={16} aria-hidden />
              {t('All webhooks')}
            </Group>
          </Anchor>
          <Text translate="no" style={{ overflowWrap: 'anywhere' }}>
            {webhook.data?.data.url}
          </Text>
        </div>
        {error && (
          <ProblemNotice problem={error} retry={() => Promise.all([webhook.refetch(), deliveries.refetch()])} />
        )}
        {watched && <Outcome delivery={watched} onClose={sending.forget} />}
        {deliveries.data?.pagination.total === 0 && (
          <Text py="xl" ta="center">
            {t('Nothing was sent yet. What is sent is kept here for 30 days.')}
          </Text>
        )}
        {deliveries.data && deliveries.data.data.length > 0 && (
          <Rows label={t('Deliveries')}>
            {deliveries.data.data.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                busy={sending.again.isPending}
                onRedeliver={sending.allowed ? () => sending.again.mutate(delivery.id) : undefined}
              />
            ))}
          </Rows>
        )}
        <Pager
          pagination={deliveries.data?.pagination}
          onPage={(next) => navigate({ to: '/webhooks/$id', params: { id: String(id) }, search: { page: next } })}
        />
      </Stack>
    </Screen>
  )
}

/** useSending sends by hand, and keeps what was sent last, whose outcome is waited for. */
function useSending(id: number) {
  const client = useQueryClient()
  const may = useMay()
  const [last, setLast] = useState<Delivery>()
  const outcome = {
    onSuccess: setLast,
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks', 'deliveries', id] }),
  }
  return {
    allowed: may('webhook.update'),
    last,
    forget: () => setLast(undefined),
    test: useMutation({ mutationFn: () => testWebhook(id), ...outcome }),
    again: useMutation({ mutationFn: (delivery: number) => redeliver(id, delivery), ...outcome }),
  }
}
