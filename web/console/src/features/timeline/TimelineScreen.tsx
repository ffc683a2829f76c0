import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEvent } from '../../api/types'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { Deletion } from './Deletion'
import { EditEvent, NewEvent } from './EventForm'
import { YearOfEvents } from './YearOfEvents'
import { eventsQuery } from './years'

/** What is being asked about events. */
export type Asking = { what: 'new' } | { what: 'edit' | 'delete'; event: TimelineEvent }

/** TimelineScreen is the events of the photographer's life among the photos, by year. */
export function TimelineScreen() {
  const { t } = useTranslation()
  const may = useMay()
  const { year } = useSearch({ from: '/timeline' })
  const navigate = useNavigate({ from: '/timeline' })
  const { data: years, error, refetch } = useQuery(eventsQuery)
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const shown = years?.filter((one) => !year || one.year === year)
  return (
    <Screen
      title={t('Timeline')}
      actions={
        may('photo.create') && (
          <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking({ what: 'new' })}>
            {t('New event')}
          </Button>
        )
      }
    >
      <Stack gap="md" maw={960}>
        {error && <ProblemNotice problem={error} retry={refetch} />}
        {years && (years.length > 1 || year) && (
          <NativeSelect
            maw={200}
            aria-label={t('Year')}
            data={[
              { value: '', label: t('All years') },
              ...years.map((one) => ({ value: String(one.year), label: String(one.year) })),
            ]}
            value={year ?? ''}
            onChange={({ currentTarget: { value } }) => navigate({ search: value ? { year: Number(value) } : {} })}
          />
        )}
        {shown?.length === 0 && (
          <Text py="xl" ta="center">
            {t('No events here. Exhibitions, prizes and journeys stand among the photos of their month.')}
          </Text>
        )}
        {shown?.map((one) => (
          <YearOfEvents key={one.year} {...one} onAsk={setAsking} />
        ))}
      </Stack>
      {asking?.what === 'new' && <NewEvent onClose={close} />}
      {asking?.what === 'edit' && <EditEvent event={asking.event} onClose={close} />}
      {asking?.what === 'delete' && <Deletion event={asking.event} onClose={close} />}
    </Screen>
  )
}
