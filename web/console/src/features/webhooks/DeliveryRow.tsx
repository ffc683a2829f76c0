import { Badge, Button, Checkbox, Code, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Delivery } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Failure } from '../../ui/Failure'
import { Row } from '../../ui/Rows'
import { useEventWord } from './events'
import { useStateWord } from './useStateWord'

interface Props {
  delivery: Delivery
  busy: boolean
  onRedeliver?: () => void
  chosen: boolean
  /** Undefined where it cannot be sent again. */
  onChoose?: () => void
}

/** DeliveryRow is a message: which event it tells of, what came of it, and unfolded what was said. */
export function DeliveryRow({ delivery, busy, onRedeliver, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const eventWord = useEventWord()
  const id = useId()
  const [open, { toggle }] = useDisclosure()
  const actions = (
    <>
      <Button size="xs" variant="default" aria-expanded={open} aria-controls={id} onClick={toggle}>
        {open ? t('Less') : t('Details')}
      </Button>
      {onRedeliver && (
        <Button size="xs" variant="default" disabled={busy} onClick={onRedeliver}>
          {t('Send again')}
        </Button>
      )}
    </>
  )
  return (
    <Row actions={actions} below={<Said id={id} open={open} delivery={delivery} />}>
      <Group gap="xs">
        {onChoose && (
          <Checkbox
            checked={chosen}
            onChange={onChoose}
            aria-label={`${t('Choose')}: ${eventWord(delivery.event)}, ${time(delivery.created_at)}`}
          />
        )}
        <Text fw={600}>{eventWord(delivery.event)}</Text>
        <State status={delivery.status} />
      </Group>
      <Facts delivery={delivery} />
      {delivery.error && <Failure of={delivery} />}
    </Row>
  )
}

const colours = { pending: 'gray', waiting: 'yellow', delivered: 'teal', dead: 'red' }

function State({ status }: Pick<Delivery, 'status'>) {
  const stateWord = useStateWord()
  return (
    <Badge variant="light" color={colours[status]}>
      {stateWord(status)}
    </Badge>
  )
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const { number, time } = useFormat()
  const { created_at, attempts, response_status, duration_ms, next_attempt_at, status, error } = delivery
  const facts = [
    time(created_at),
    attempts > 0 && t('{{count}} attempts', { count: attempts, n: number(attempts) }),
    response_status !== null && !error && t('answered {{status}}', { status: response_status }),
    duration_ms !== null && t('{{ms}} ms', { ms: number(duration_ms) }),
    status === 'waiting' && next_attempt_at && t('next attempt {{when}}', { when: time(next_attempt_at) }),
  ]
  return (
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(' · ')}
    </Text>
  )
}

function Said({ id, open, delivery }: { id: string; open: boolean; delivery: Delivery }) {
  const { t } = useTranslation()
  return (
    <Collapse id={id} expanded={open}>
      <Stack gap="xs" pt="sm">
        <Quote label={t('Message')} text={delivery.message_id} />
        <Quote label={t('Request')} text={delivery.request_body} />
        <Quote label={t('Answer')} text={delivery.response_body} />
      </Stack>
    </Collapse>
  )
}

function Quote({ label, text }: { label: string; text: string | null }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {text ? (
        <>
          <Code
            block
            translate="no"
            mah={320}
            style={{ whiteSpace: 'pre-wrap', overflow: 'auto', overflowWrap: 'anywhere' }}
          >
            {pretty(text)}
          </Code>
          {text.length >= kept && (
            <Text size="xs" c="dimmed">
              {t('Only the first 4 KiB are kept.')}
            </Text>
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('None')}
        </Text>
      )}
    </div>
  )
}

/** How much of what was said is kept, in bytes; a text of so many characters was cut off for sure. */
const kept = 4000

/** pretty sets JSON over several lines; what is none, or was cut off, stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
