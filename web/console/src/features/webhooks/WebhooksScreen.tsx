import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { Confirm } from '../../ui/Confirm'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { Rows } from '../../ui/Rows'
import { EditWebhook } from './EditWebhook'
import { NewWebhook } from './NewWebhook'
import { SecretDialog } from './SecretDialog'
import { useWebhookChanges } from './useWebhookChanges'
import { type Task, WebhookRow } from './WebhookRow'
import { webhooksQuery } from './webhooks'

const route = getRouteApi('/webhooks')

/** WebhooksScreen is the programs elsewhere that are told what happens here. */
export function WebhooksScreen() {
  const { t } = useTranslation()
  const may = useMay()
  const navigate = useNavigate()
  const webhooks = useQuery(webhooksQuery(route.useSearch().page ?? 1))
  const [making, setMaking] = useState(false)
  const [doing, setDoing] = useState<{ task: Task; webhook: Webhook }>()
  const { remove, rotate, toggle } = useWebhookChanges()
  const add = may('webhook.create') && <Button onClick={() => setMaking(true)}>{t('New webhook')}</Button>

  return (
    <Screen title={t('Webhooks')} actions={add}>
      <Stack gap="md">
        {webhooks.error && <ProblemNotice problem={webhooks.error} retry={() => webhooks.refetch()} />}
        {webhooks.data?.pagination.total === 0 && <Empty />}
        {webhooks.data && webhooks.data.data.length > 0 && (
          <Rows label={t('Webhooks')}>
            {webhooks.data.data.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                busy={toggle.isPending || rotate.isPending}
                onSwitch={() => toggle.mutate(webhook)}
                onTask={(task) => setDoing({ task, webhook })}
              />
            ))}
          </Rows>
        )}
        <Pager
          pagination={webhooks.data?.pagination}
          onPage={(page) => navigate({ to: '/webhooks', search: { page } })}
        />
      </Stack>
      {making && <NewWebhook onClose={() => setMaking(false)} />}
      {doing && (
        <Dialog
          {...doing}
          onRotate={() => rotate.mutate(doing.webhook.id)}
          onDelete={() => remove.mutate(doing.webhook.id)}
          onClose={() => setDoing(undefined)}
        />
      )}
      {rotate.data && <SecretDialog secret={rotate.data.secret ?? ''} onClose={rotate.reset} />}
    </Screen>
  )
}

interface DialogProps {
  task: Task
  webhook: Webhook
  onRotate: () => void
  onDelete: () => void
  onClose: () => void
}

function Dialog({ task, webhook: { id, url }, onRotate, onDelete, onClose }: DialogProps) {
  const { t } = useTranslation()
  if (task === 'edit') return <EditWebhook id={id} onClose={onClose} />
  if (task === 'rotate') {
    return (
      <Confirm
        opened
        title={t('Make a new secret?')}
        question={t(
          'All that is sent to {{url}} from now on is signed with it, also what is tried again. The receiver refuses that until it has the new secret. The old one cannot be brought back.',
          { url },
        )}
        action={t('Make a new secret')}
        onConfirm={onRotate}
        onClose={onClose}
      />
    )
  }
  return (
    <Confirm
      opened
      title={t('Delete this webhook?')}
      question={t('Nothing more is sent to {{url}}, and the log of its deliveries is gone.', { url })}
      action={t('Delete')}
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}

function Empty() {
  const { t } = useTranslation()
  return (
    <Stack py="xl" align="center" gap="xs">
      <Text>{t('No webhooks yet.')}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={480}>
        {t('A webhook tells a program elsewhere what happens here: each event is sent to its address, signed.')}
      </Text>
    </Stack>
  )
}
