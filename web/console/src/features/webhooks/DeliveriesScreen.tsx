import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Delivery } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { tell } from '../../ui/notices'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { Rows } from '../../ui/Rows'
import { ChoiceBar } from '../photos/ChoiceBar'
import { DeliveryFilterBar } from './DeliveryFilterBar'
import { DeliveryRow } from './DeliveryRow'
import type { DeliveryFilter } from './filter'
import { Outcome } from './Outcome'
import { deliveriesQuery, mostAgain, redeliver, redeliverAll, testWebhook, webhookQuery } from './webhooks'

const route = getRouteApi('/webhooks/$id')

/** DeliveriesScreen is the log of what was sent to a webhook, and what it answered. */
export function DeliveriesScreen() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const id = Number(route.useParams().id)
  const filter = route.useSearch()
  const webhook = useQuery(webhookQuery(id))
  const deliveries = useQuery(deliveriesQuery(id, filter))
  const error = webhook.error ?? deliveries.error
  const sending = useSending(id)
  const shown = deliveries.data?.data ?? []
  const watched = shown.find((delivery) => delivery.id === sending.last?.id) ?? sending.last
  const total = deliveries.data?.pagination.total
  const narrow = (next: DeliveryFilter) => navigate({ search: next, replace: true })

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
        <DeliveryFilterBar filter={filter} onChange={narrow} />
        {total !== undefined && total > 0 && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {t('{{count}} deliveries', { count: total, n: number(total) })}
            </Text>
            {sending.allowed && (
              <Button size="xs" variant="default" onClick={() => sending.choose(shown)}>
                {t('Choose this page')}
              </Button>
            )}
          </Group>
        )}
        {total === 0 && (
          <Text py="xl" ta="center">
            {filter.status || filter.event
              ? t('No delivery matches.')
              : t('Nothing was sent yet. What is sent is kept here for 30 days.')}
          </Text>
        )}
        {shown.length > 0 && (
          <Rows label={t('Deliveries')}>
            {shown.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                busy={sending.again.isPending}
                onRedeliver={sending.allowed ? () => sending.again.mutate(delivery.id) : undefined}
                chosen={sending.chosen.has(delivery.id)}
                onChoose={sending.allowed ? () => sending.toggle(delivery) : undefined}
              />
            ))}
          </Rows>
        )}
        <Pager pagination={deliveries.data?.pagination} onPage={(page) => navigate({ search: { ...filter, page } })} />
      </Stack>
      {sending.chosen.size > 0 && (
        <ChoiceBar
          label={t('Chosen deliveries')}
          count={sending.chosen.size}
          actions={[
            { label: t('Send again'), disabled: sending.several.isPending, run: () => sending.several.mutate() },
          ]}
          onClear={sending.clear}
        />
      )}
    </Screen>
  )
}

/** useSending sends by hand, one or what is chosen, and keeps what was sent last, whose outcome is waited for. */
function useSending(id: number) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const client = useQueryClient()
  const may = useMay()
  const [last, setLast] = useState<Delivery>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const clear = () => setChosen(new Set())
  const settled = {
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks', 'deliveries', id] }),
  }
  return {
    allowed: may('webhook.update'),
    last,
    forget: () => setLast(undefined),
    test: useMutation({ mutationFn: () => testWebhook(id), onSuccess: setLast, ...settled }),
    again: useMutation({ mutationFn: (delivery: number) => redeliver(id, delivery), onSuccess: setLast, ...settled }),
    chosen,
    clear,
    choose: (more: Delivery[]) =>
      setChosen(new Set([...chosen, ...more.map((delivery) => delivery.id)].slice(0, mostAgain))),
    toggle: (delivery: Delivery) => {
      const next = new Set(chosen)
      if (!next.delete(delivery.id) && next.size < mostAgain) next.add(delivery.id)
      setChosen(next)
    },
    several: useMutation({
      mutationFn: () => redeliverAll(id, [...chosen]),
      onSuccess: ({ redelivered }) => {
        clear()
        tell({ message: t('{{count}} are being sent again.', { count: redelivered, n: number(redelivered) }) })
      },
      ...settled,
    }),
  }
}
