import { Checkbox, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type EventGroup, type EventType, groups, useEventWord } from './events'

interface Props {
  value: EventType[]
  error?: React.ReactNode
  onChange: (events: EventType[]) => void
}

/** EventsField chooses types of events, in their groups. */
export function EventsField({ value, error, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group
      label={t('Events')}
      description={t('The receiver is told of each of these.')}
      value={value}
      error={error}
      onChange={(events) => onChange(events as EventType[])}
    >
      <Stack gap="sm" mt="xs">
        {groups.map((group) => (
          <Group key={group.name} {...group} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function Group({ name, events }: EventGroup) {
  const { t } = useTranslation()
  const eventWord = useEventWord()
  const id = useId()
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text size="sm" fw={600} id={id}>
        {t(name)}
      </Text>
      {events.map((event) => (
        <Checkbox
          key={event}
          value={event}
          size="sm"
          label={eventWord(event)}
          description={<span translate="no">{event}</span>}
        />
      ))}
    </Stack>
  )
}
