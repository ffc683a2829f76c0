import { Button, Group, Stack, Text } from '@mantine/core'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { part } from '../../ui/part'
import { FilterBar } from './FilterBar'
import { narrows } from './filter'
import { focusSoon } from './focusSoon'
import { type GridHandle, PhotoGrid } from './PhotoGrid'
import { libraryList, usePhotos } from './pages'
import type { Asking } from './SelectionBar'
import { SizeChoice, useTileSize } from './SizeChoice'
import { mostChosen, moved, nothing, photosOf, revised, type Selection, without } from './selection'
import type { Changing } from './undo'
import { useChanges } from './useChanges'
import { useView } from './useView'

// Menus and dialogs come when there is something to do with them.
const SelectionBar = part(async () => (await import('./SelectionBar')).SelectionBar)
const route = getRouteApi('/')

/** LibraryScreen is all photos, to be found, chosen and changed. */
export function LibraryScreen() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const may = useMay()
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const list = useMemo(() => libraryList(filter), [filter])
  const [view, setView] = useView()
  const { total, at, between, error, retry } = usePhotos(list, view.first, view.last)
  const [size, setSize] = useTileSize()
  // Whoever comes back from a photo is where it is in the list, also after going through others.
  const from = useLocation({ select: ({ state }) => state.from })
  const [selection, setSelection] = useState<Selection>(() => moved<PhotoItem>(nothing, from ?? 0))
  const [asking, setAsking] = useState<Asking>()
  const grid = useRef<GridHandle>(null)
  const { change, remove, remake, progress, stop } = useChanges()
  const chosen = useMemo(() => photosOf(selection), [selection])
  const clear = useCallback(() => {
    setSelection((s) => ({ ...s, chosen: nothing.chosen }))
    focusSoon(grid)
  }, [])
  const goBack = () => {
    setSelection(selection)
    focusSoon(grid)
  }
  const changeChosen = async (changing: Changing) => {
    const done = await change(changing, goBack)
    setSelection((s) => revised(s, done, changing.after))
  }
  const removeChosen = async () => {
    const gone = await remove(chosen, goBack)
    setSelection((s) => without(s, gone))
    focusSoon(grid)
  }
  const open = ({ id }: PhotoItem, place: number) =>
    navigate({ to: '/photos/$id', params: { id: String(id) }, search: { ...filter, place } })
  const askToRemove = () => may('photo.delete') && setAsking('deletion')

  return (
    <Screen title={t('Photos')} actions={<SizeChoice size={size} onChange={setSize} />}>
      <Stack gap="md">
        <FilterBar filter={filter} />
        <Group h={20}>
          <Text size="sm" c="dimmed" role="status">
            {total !== undefined && t('{{count}} photos', { count: total, n: number(total) })}
            {total !== undefined && chosen.length === mostChosen && total > mostChosen && (
              <> · {t('At most {{most}} can be chosen at once.', { most: number(mostChosen) })}</>
            )}
          </Text>
        </Group>
        {error && <ProblemNotice problem={error} retry={retry} />}
        {total === 0 ? (
          <Empty narrowed={narrows(filter)} />
        ) : (
          <PhotoGrid<PhotoItem>
            ref={grid}
            label={t('Photos')}
            count={total}
            at={at}
            between={between}
            onView={setView}
            from={from}
            size={size}
            selection={selection}
            onSelect={setSelection}
            onOpen={open}
            onDelete={askToRemove}
          />
        )}
      </Stack>
      {chosen.length > 0 && (
        <Suspense>
          <SelectionBar
            photos={chosen}
            onChange={changeChosen}
            onDelete={removeChosen}
            onRemake={() => remake(chosen)}
            onOpen={() => chosen[0] && open(chosen[0], selection.active)}
            onClear={clear}
            progress={progress}
            onStop={stop}
            asking={asking}
            onAsk={setAsking}
          />
        </Suspense>
      )}
    </Screen>
  )
}

function Empty({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation()
  const may = useMay()
  if (narrowed) {
    return (
      <Text py="xl" ta="center">
        {t('No photo matches. Take a filter away to see more.')}
      </Text>
    )
  }
  return (
    <Stack py="xl" align="center">
      <Text>{t('No photos yet.')}</Text>
      {may('photo.create') && (
        <Button component={Link} to="/upload">
          {t('Upload')}
        </Button>
      )}
    </Stack>
  )
}
