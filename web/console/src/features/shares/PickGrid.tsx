import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import { CategoryDialog } from '../photos/CategoryDialog'
import { ChoiceBar } from '../photos/ChoiceBar'
import { TagDialog } from '../photos/TagDialog'
import { useChanges } from '../photos/useChanges'
import { PickTile } from './PickTile'
import type { Picked } from './picks'
import classes from './SharePhotos.module.css'

interface PickGroup {
  /** Tells it from others of the same name. */
  id: number | 'anyone'
  name: string
  /** Whether the name is that of a visitor. */
  own: boolean
  picked: Picked[]
}

/** PickGrid is marked photos in groups, to be chosen and then tagged and sorted. */
export function PickGrid({ groups, photos }: { groups: PickGroup[]; photos: PhotoItem[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  const toggle = ({ id }: PhotoItem) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const chooseAll = ({ picked }: PickGroup) =>
    setChosen(new Set([...chosen, ...picked.map(({ pick }) => pick.photo_id)]))
  // As they are now: an earlier change of the same choice has changed them.
  const chosenPhotos = photos.filter(({ id }) => chosen.has(id))
  return (
    <>
      {groups.map((group) => (
        <Panel key={group.id} title={group.name}>
          <Stack gap="sm">
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {t('{{count}} picks', { count: group.picked.length, n: number(group.picked.length) })}
              </Text>
              <Button
                size="xs"
                variant="default"
                disabled={photos.length === 0}
                aria-label={`${t('Choose all')}: ${group.name}`}
                onClick={() => chooseAll(group)}
              >
                {t('Choose all')}
              </Button>
            </Group>
            <ul className={classes.photos}>
              {group.picked.map((picked) => (
                <PickTile
                  key={picked.pick.photo_id}
                  picked={picked}
                  photo={byId.get(picked.pick.photo_id)}
                  named={!group.own}
                  chosen={chosen.has(picked.pick.photo_id)}
                  onToggle={toggle}
                />
              ))}
            </ul>
          </Stack>
        </Panel>
      ))}
      {chosenPhotos.length > 0 && <Chosen photos={chosenPhotos} onClear={() => setChosen(new Set())} />}
    </>
  )
}

/** Chosen is what can be done with the chosen photos. */
function Chosen({ photos, onClear }: { photos: PhotoItem[]; onClear: () => void }) {
  const { t } = useTranslation()
  const { change, progress, stop } = useChanges()
  const [asking, setAsking] = useState<'tags' | 'categories'>()
  const close = () => setAsking(undefined)
  return (
    <>
      <ChoiceBar
        label={t('Chosen photos')}
        count={photos.length}
        actions={[
          { label: t('Tags'), run: () => setAsking('tags') },
          { label: t('Categories'), run: () => setAsking('categories') },
        ]}
        progress={progress}
        onStop={stop}
        onClear={onClear}
      />
      <TagDialog opened={asking === 'tags'} photos={photos} onChange={change} onClose={close} />
      <CategoryDialog opened={asking === 'categories'} photos={photos} onChange={change} onClose={close} />
    </>
  )
}
