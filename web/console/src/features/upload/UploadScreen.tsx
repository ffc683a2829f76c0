import { Stack } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../shell/Screen'
import { tell } from '../../ui/notices'
import { countsOf, type Group, groupOf } from './counts'
import { DetailsForm } from './DetailsForm'
import { DropArea } from './DropArea'
import type { Found } from './engine/engine'
import { GroupChoice } from './GroupChoice'
import { QueueList } from './QueueList'
import { QueueSummary } from './QueueSummary'
import { useUploads } from './useUploads'

/** UploadScreen makes photos of files. What it began goes on while other screens are shown. */
export function UploadScreen() {
  const { t } = useTranslation()
  const { engine, items, limits } = useUploads()
  const [group, setGroup] = useState<Group | ''>('')
  const add = useCallback(
    async (found: Found[]) => {
      const same = await engine.add(found)
      if (same > 0) tell({ message: t('{{count}} files are in the queue already.', { count: same }) })
      if (found.length === 0) tell({ tone: 'warning', message: t('There are no files in it.') })
    },
    [engine, t],
  )
  const counts = countsOf(items)
  const queued = items.length > 0
  const shown = group ? items.filter((item) => groupOf(item) === group) : items
  return (
    <Screen title={t('Upload')}>
      <Stack gap="md">
        <DropArea limits={limits} small={queued} onFiles={add} />
        <DetailsForm engine={engine} folded={queued} />
        {queued && (
          <>
            <QueueSummary engine={engine} items={items} counts={counts}>
              <GroupChoice counts={counts} value={group} onChange={setGroup} />
            </QueueSummary>
            <QueueList engine={engine} items={shown} limits={limits} />
          </>
        )}
      </Stack>
    </Screen>
  )
}
