import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import { type Warmth, warmths } from './cache'
import { useWarming } from './useChanges'

/** Warming puts into the cache what will be asked for, so that the first visitor need not wait. */
export function Warming() {
  const { t } = useTranslation()
  const warming = useWarming()
  const [chosen, setChosen] = useState<readonly Warmth[]>(warmths)
  const words: Record<Warmth, [string, string]> = {
    popular_photos: [t('Popular photos'), t('The first page of the photos, and the most viewed ones.')],
    category_tree: [t('Categories'), t('Their list and their tree.')],
    tag_cloud: [t('Tag cloud'), t('The tags that most photos have.')],
  }
  const choose = (what: Warmth, on: boolean) =>
    setChosen(warmths.filter((known) => (known === what ? on : chosen.includes(known))))
  return (
    <Panel title={t('Fill it')}>
      <Stack gap="sm">
        {warmths.map((what) => (
          <Group key={what} justify="space-between" wrap="nowrap">
            <Checkbox
              label={words[what][0]}
              description={words[what][1]}
              checked={chosen.includes(what)}
              onChange={(event) => choose(what, event.currentTarget.checked)}
            />
            <Ready count={warming.data?.[what]} />
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            disabled={chosen.length === 0}
            loading={warming.isPending}
            onClick={() => warming.mutate(chosen)}
          >
            {t('Fill the cache')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

function Ready({ count }: { count: number | undefined }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (count === undefined) return null
  return (
    <Text size="sm" c="dimmed" flex="none">
      {t('{{count}} ready', { count, n: number(count) })}
    </Text>
  )
}
