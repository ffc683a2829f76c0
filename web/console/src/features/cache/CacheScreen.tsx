import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { cacheQuery } from './cache'
import { Parts } from './Parts'
import { Warming } from './Warming'

/** CacheScreen is how the cache does, with the means to empty and to fill it. */
export function CacheScreen() {
  const { t } = useTranslation()
  const may = useMay()
  const cache = useQuery(cacheQuery)
  const { data } = cache
  return (
    <Screen title={t('Cache')}>
      <Stack gap="md" maw={860}>
        <Text size="sm" c="dimmed">
          {t(
            'What visitors ask for most is kept ready, and dropped by itself when something changes. Clearing it is hardly ever needed, and loses nothing.',
          )}
        </Text>
        {cache.error && <ProblemNotice problem={cache.error} retry={() => cache.refetch()} />}
        {data && (
          <Panel title={t('What is kept')}>
            <Parts cache={data} />
          </Panel>
        )}
        {may('settings.update') && <Warming />}
      </Stack>
    </Screen>
  )
}
