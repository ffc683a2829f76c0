import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { TrashedPhoto } from '../../api/types'
import { Screen } from '../../shell/Screen'
import { Confirm } from '../../ui/Confirm'
import { tell } from '../../ui/notices'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { ChoiceBar } from '../photos/ChoiceBar'
import { PhotoGrid } from '../photos/PhotoGrid'
import { type PhotoList, pageSize, usePhotos } from '../photos/pages'
import { nothing, type Selection } from '../photos/selection'
import { restoreAll } from '../photos/useChanges'
import { useView } from '../photos/useView'

const trash: PhotoList<TrashedPhoto> = {
  key: ['trash'],
  read: (page, signal) => answer(api.GET('/v1/photos/trash', { params: { query: { page, limit: pageSize } }, signal })),
}

async function purgeAll(ids: number[]): Promise<void> {
  for (const id of ids) await answer(api.DELETE('/v1/photos/trash/{id}', { params: { path: { id } } }))
}

/** TrashScreen is what was deleted within the last thirty days, and can come back. */
export function TrashScreen() {
  const { t } = useTranslation()
  const [view, setView] = useView()
  const { total, at, between, error, retry } = usePhotos(trash, view.first, view.last)
  const [selection, setSelection] = useState<Selection<TrashedPhoto>>(nothing)
  const [asking, setAsking] = useState(false)
  const ids = useMemo(() => [...selection.chosen.keys()], [selection])
  const clear = () => setSelection(nothing)
  const change = useChangeOfTrash(clear)

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
      {ids.length > 0 && (
        <ChoiceBar label={t('Chosen photos')} count={ids.length} onClear={clear}>
          <Button
            size="sm"
            loading={change.isPending}
            onClick={() =>
              change.mutate({ work: restoreAll, ids, done: t('{{count}} photos restored', { count: ids.length }) })
            }
          >
            {t('Restore')}
          </Button>
          <Button size="sm" variant="default" disabled={change.isPending} onClick={() => setAsking(true)}>
            {t('Delete for good')}
          </Button>
        </ChoiceBar>
      )}
      <Confirm
        opened={asking}
        title={t('Delete {{count}} photos for good?', { count: ids.length })}
        question={t('The pictures and all that was written about them are gone then. This cannot be undone.')}
        action={t('Delete for good')}
        onConfirm={() =>
          change.mutate({ work: purgeAll, ids, done: t('{{count}} photos deleted for good', { count: ids.length }) })
        }
        onClose={() => setAsking(false)}
      />
    </Screen>
  )
}

interface Change {
  work: (ids: number[]) => Promise<void>
  ids: number[]
  done: string
}

/** useChangeOfTrash returns the mutation that takes photos out of the trash, one way or the other. */
function useChangeOfTrash(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ work, ids }: Change) => work(ids),
    onSuccess: (_, { done }) => {
      onDone()
      tell({ message: done })
    },
    onError: useNotify(),
    onSettled: () => client.invalidateQueries(),
  })
}
