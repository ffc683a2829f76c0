import { SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel'
import { part } from '../../ui/part'
import { type Draft, pointOf } from './draft'

const WorldMap = part(async () => (await import('./WorldMap')).WorldMap)

/** PlaceFields is where a photo was taken: in words, in degrees, and on the map. */
export function PlaceFields({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation()
  const { location } = form.getValues()
  const error = form.errors.location
  return (
    <Panel title={t('Place')}>
      <Stack gap="sm">
        <TextInput label={t('Name of the place')} {...form.getInputProps('location.name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('City')} {...form.getInputProps('location.city')} />
          <TextInput label={t('Country')} {...form.getInputProps('location.country')} />
          <TextInput label={t('Latitude')} inputMode="decimal" {...form.getInputProps('location.latitude')} />
          <TextInput label={t('Longitude')} inputMode="decimal" {...form.getInputProps('location.longitude')} />
        </SimpleGrid>
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Suspense fallback={<Skeleton height={200} />}>
          <WorldMap
            point={pointOf(location)}
            onPoint={(point) =>
              form.setFieldValue('location', {
                ...form.getValues().location,
                latitude: point?.latitude.toString() ?? '',
                longitude: point?.longitude.toString() ?? '',
              })
            }
          />
        </Suspense>
        <Text size="xs" c="dimmed">
          {t(
            'What is written here is shown on the site. A place that only the file knows is not, unless the settings say so.',
          )}
        </Text>
      </Stack>
    </Panel>
  )
}
