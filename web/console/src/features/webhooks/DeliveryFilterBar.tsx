import { Button, Flex, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEventWord } from './events'
import { type DeliveryFilter, eventTypes, states } from './filter'
import { useStateWord } from './useStateWord'

interface Props {
  filter: DeliveryFilter
  onChange: (filter: DeliveryFilter) => void
}

/** DeliveryFilterBar narrows the log. */
export function DeliveryFilterBar({ filter: { status, event }, onChange }: Props) {
  const { t } = useTranslation()
  const stateWord = useStateWord()
  const eventWord = useEventWord()
  const set = (status: string | undefined, event: string | undefined) =>
    onChange({
      status: states.find((state) => state === status),
      event: eventTypes.find((type) => type === event),
    })
  return (
    <Flex role="search" aria-label={t('Deliveries')} wrap="wrap" gap="xs" align="center">
      <NativeSelect
        flex="1 1 160px"
        maw={240}
        aria-label={t('State')}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) => set(value, event)}
        data={[
          { value: '', label: t('In any state') },
          ...states.map((state) => ({ value: state, label: stateWord(state) })),
        ]}
      />
      <NativeSelect
        flex="1 1 160px"
        maw={280}
        aria-label={t('Event')}
        value={event ?? ''}
        onChange={({ currentTarget: { value } }) => set(status, value)}
        data={[
          { value: '', label: t('Any event') },
          ...eventTypes.map((type) => ({ value: type, label: eventWord(type) })),
        ]}
      />
      {(status || event) && (
        <Button variant="subtle" onClick={() => onChange({})}>
          {t('Clear the filters')}
        </Button>
      )}
    </Flex>
  )
}
