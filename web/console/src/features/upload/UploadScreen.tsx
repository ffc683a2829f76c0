import { Stack } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../shell/Screen'
import { add } from './add'
import { countsOf, type Group, groupOf } from './counts'
import { DetailsForm } from './DetailsForm'
import { DropArea } from './DropArea'
import type { Found } from './engine/engine'
import { GroupChoice } from './GroupChoice'
import { QueueList } from './QueueList'
import { QueueSummary } from './QueueSummary'
import { useLimits, useUploads } from './useUploads'

/** UploadScreen makes photos of files. What it began goes on while other screens are shown. */
export function UploadScreen() {
  const { t } = useTranslation()
  const { userId, uploads, view } = useUploads()
  const { items } = view
  const limits = useLimits(uploads)
  const take = useCallback((found: Found[]) => add(uploads, found), [uploads])
  const [group, setGroup] = useState<Group | ''>('')
  const counts = countsOf(items)
  const queued = items.length > 0
  const shown = group ? items.filter((item) => groupOf(item) === group) : items
  return (
    <Screen title={t('Upload')}>
      <Stack gap="md">
        <DropArea limits={limits} small={queued} onFiles={take} />
        <DetailsForm userId={userId} uploads={uploads} folded={queued} />
        {queued && (
          <>
            <QueueSummary uploads={uploads} view={view} counts={counts}>
              <GroupChoice counts={counts} value={group} onChange={setGroup} />
            </QueueSummary>
            <QueueList uploads={uploads} items={shown} limits={limits} />
          </>
        )}
      </Stack>
    </Screen>
  )
}
