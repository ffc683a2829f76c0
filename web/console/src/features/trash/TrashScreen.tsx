import { Stack, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { TrashedPhoto } from '../../api/types'
import { Screen } from '../../shell/Screen'
import { Confirm } from '../../ui/Confirm'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { ChoiceBar } from '../photos/ChoiceBar'
import { focusSoon } from '../photos/focusSoon'
import { type GridHandle, PhotoGrid } from '../photos/PhotoGrid'
import { type PhotoList, pageSize, usePhotos } from '../photos/pages'
import { nothing, photosOf, type Selection, without } from '../photos/selection'
import { useChanges } from '../photos/useChanges'
import { useView } from '../photos/useView'

const trash: PhotoList<TrashedPhoto> = {
  key: ['trash'],
  read: (page, signal) => answer(api.GET('/v1/photos/trash', { params: { query: { page, limit: pageSize } }, signal })),
}

/** TrashScreen is what was deleted within the last thirty days, and can come back. */
export function TrashScreen() {
  const { t } = useTranslation()
  const [view, setView] = useView()
  const { total, at, between, error, retry } = usePhotos(trash, view.first, view.last)
  const [selection, setSelection] = useState<Selection<TrashedPhoto>>(nothing)
  const [asking, setAsking] = useState(false)
  const grid = useRef<GridHandle>(null)
  const { restore, purge, progress, stop } = useChanges()
  const chosen = useMemo(() => photosOf(selection), [selection])
  const clear = () => {
    setSelection((s) => ({ ...s, chosen: nothing.chosen }))
    focusSoon(grid)
  }
  const goBack = () => {
    setSelection(selection)
    focusSoon(grid)
  }
  const take = async (work: (photos: TrashedPhoto[], onUndone: () => void) => Promise<number[]>) => {
    const gone = await work(chosen, goBack)
    setSelection((s) => without(s, gone))
    focusSoon(grid)
  }

  return (
    <Screen title={t('Trash')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('Deleted photos stay here for 30 days, then they go for good.')}
        </Text>
        {error && <ProblemNotice problem={error} retry={retry} />}
        {total === 0 ? (
          <Text py="xl" ta="center">
            {t('The trash is empty.')}
          </Text>
        ) : (
          <PhotoGrid<TrashedPhoto>
            ref={grid}
            label={t('Trash')}
            count={total}
            at={at}
            between={between}
            onView={setView}
            size="medium"
            selection={selection}
            onSelect={setSelection}
            onDelete={() => setAsking(true)}
          />
        )}
      </Stack>
      {chosen.length > 0 && (
        <ChoiceBar
          label={t('Chosen photos')}
          count={chosen.length}
          actions={[
            { label: t('Restore'), run: () => take(restore) },
            { label: t('Delete for good'), run: () => setAsking(true) },
          ]}
          progress={progress}
          onStop={stop}
          onClear={clear}
        />
      )}
      <Confirm
        opened={asking}
        title={t('Delete {{count}} photos for good?', { count: chosen.length })}
        question={t('The pictures and all that was written about them are gone then. This cannot be undone.')}
        action={t('Delete for good')}
        onConfirm={() => take(purge)}
        onClose={() => setAsking(false)}
      />
    </Screen>
  )
}
