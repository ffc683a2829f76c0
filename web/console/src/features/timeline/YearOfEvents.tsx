import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEvent } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Row, Rows } from '../../ui/Rows'
import { useKindWord } from './kinds'
import type { Asking } from './TimelineScreen'
import type { Year } from './years'

/** YearOfEvents lists the events of a year, the latest first. */
export function YearOfEvents({ year, events, onAsk }: Year & { onAsk: (asking: Asking) => void }) {
  const id = useId()
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Title order={2} id={id}>
        {year}
      </Title>
      <Rows label={String(year)}>
        {events.map((event) => (
          <Row key={event.id} actions={<Actions event={event} onAsk={onAsk} />}>
            <One event={event} />
          </Row>
        ))}
      </Rows>
    </Stack>
  )
}

function One({ event: { title, date, type, description, related_photos } }: { event: TimelineEvent }) {
  const { t } = useTranslation()
  const { number, day } = useFormat()
  const kindWord = useKindWord()
  const count = related_photos.length
  return (
    <>
      <Group gap="xs">
        <Text fw={500} translate="no">
          {title}
        </Text>
        <Badge variant="light">{kindWord(type)}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        <time dateTime={date}>{day(date)}</time>
        {count > 0 && ` · ${t('{{count}} photos', { count, n: number(count) })}`}
      </Text>
      {description && (
        <Text size="sm" mt={4} translate="no" lineClamp={3}>
          {description}
        </Text>
      )}
    </>
  )
}

function Actions({ event, onAsk }: { event: TimelineEvent; onAsk: (asking: Asking) => void }) {
  const { t } = useTranslation()
  const may = useMay()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('Edit “{{name}}”', { name: event.title })}
        onClick={() => onAsk({ what: 'edit', event })}
      >
        {t('Edit')}
      </Button>
      {may('photo.delete') && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('Delete “{{name}}”', { name: event.title })}
          onClick={() => onAsk({ what: 'delete', event })}
        >
          {t('Delete')}
        </Button>
      )}
    </>
  )
}
