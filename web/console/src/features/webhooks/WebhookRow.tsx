import { Badge, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Row } from '../../ui/Rows'
import { useEventWord } from './events'

export type Task = 'edit' | 'rotate' | 'delete'

interface Props {
  webhook: Webhook
  busy: boolean
  onSwitch: () => void
  onTask: (task: Task) => void
}

/** WebhookRow is a webhook: where it leads, what it is told, how it does. */
export function WebhookRow(props: Props) {
  const { t } = useTranslation()
  const eventWord = useEventWord()
  const { webhook } = props
  return (
    <Row actions={<Actions {...props} />}>
      <Group gap="xs">
        <Text fw={600} translate="no">
          {webhook.url}
        </Text>
        <State webhook={webhook} />
      </Group>
      <Text size="sm" c="dimmed">
        {webhook.events.map(eventWord).join(t(', '))}
      </Text>
    </Row>
  )
}

function State({ webhook: { is_active, failing_since } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { time } = useFormat()
  return (
    <>
      {!is_active && (
        <Badge variant="light" color="gray">
          {t('Switched off')}
        </Badge>
      )}
      {failing_since && (
        <Badge variant="light" color="red" tt="none">
          {t('Failing since {{when}}', { when: time(failing_since) })}
        </Badge>
      )}
    </>
  )
}

function Actions({ webhook, busy, onSwitch, onTask }: Props) {
  const { t } = useTranslation()
  const may = useMay()
  const name = { url: webhook.url }
  const button = { size: 'xs', variant: 'default' } as const
  return (
    <>
      <Button
        {...button}
        aria-label={t('Deliveries to {{url}}', name)}
        renderRoot={(rest) => <Link to="/webhooks/$id" params={{ id: String(webhook.id) }} {...rest} />}
      >
        {t('Deliveries')}
      </Button>
      {may('webhook.update') && (
        <>
          <Button {...button} onClick={() => onTask('edit')} aria-label={t('Edit {{url}}', name)}>
            {t('Edit')}
          </Button>
          <Button
            {...button}
            disabled={busy}
            onClick={onSwitch}
            aria-label={webhook.is_active ? t('Switch off {{url}}', name) : t('Switch on {{url}}', name)}
          >
            {webhook.is_active ? t('Switch off') : t('Switch on')}
          </Button>
          <Button {...button} onClick={() => onTask('rotate')} aria-label={t('New secret for {{url}}', name)}>
            {t('New secret')}
          </Button>
        </>
      )}
      {may('webhook.delete') && (
        <Button {...button} onClick={() => onTask('delete')} aria-label={t('Delete {{url}}', name)}>
          {t('Delete')}
        </Button>
      )}
    </>
  )
}
