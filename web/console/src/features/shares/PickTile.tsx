import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useFormat } from '../../i18n/format'
import type { Picked } from './picks'
import classes from './SharePhotos.module.css'

interface Props {
  picked: Picked
  /** Undefined until it is read. */
  photo: PhotoItem | undefined
  /** Whether it says who marked it. */
  named: boolean
  chosen: boolean
  onToggle: (photo: PhotoItem) => void
}

/** PickTile is a photo that was marked, to be chosen, or opened by its title. */
export function PickTile({ picked: { pick, by }, photo, named, chosen, onToggle }: Props) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const thumb = photo?.formats.thumb_medium ?? photo?.formats.thumb_small
  return (
    <li className={classes.photo}>
      <button
        type="button"
        className={classes.picture}
        aria-pressed={chosen}
        aria-label={t('Choose {{title}}', { title: pick.title })}
        disabled={!photo}
        onClick={() => photo && onToggle(photo)}
      >
        {thumb && <img src={thumb} alt="" loading="lazy" />}
      </button>
      <Text size="sm" className={classes.words} translate="no" title={pick.title}>
        <Anchor component={Link} to={`/photos/${pick.photo_id}`} inherit underline="always">
          {pick.title}
        </Anchor>
      </Text>
      <Text size="xs" c="dimmed" className={classes.words} translate="no" title={pick.file_name}>
        {pick.file_name}
      </Text>
      <Text size="xs" c="dimmed" className={classes.words} translate={named ? 'no' : undefined} title={by.join(', ')}>
        {named ? by.join(', ') : time(pick.picked_at)}
      </Text>
      {!pick.in_share && (
        <Badge variant="light" color="gray" tt="none">
          {t('No longer in the link')}
        </Badge>
      )}
    </li>
  )
}
