import { Text } from '@mantine/core'
import { IconEye, IconHeart, IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import { photoQuery } from './dashboard'
import classes from './MostViewed.module.css'

type Popular = Dashboard['popular']['photos'][number]

/** MostViewed is the photos that visitors look at most. */
export function MostViewed({ photos }: { photos: Popular[] }) {
  const { t } = useTranslation()
  const viewed = photos.filter(({ view_count }) => view_count > 0)
  return (
    <Panel title={t('Most viewed')}>
      {viewed.length === 0 && <Text size="sm">{t('No photo has been viewed yet.')}</Text>}
      <ol className={classes.list}>
        {viewed.map((photo) => (
          <li key={photo.id}>
            <One photo={photo} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function One({ photo }: { photo: Popular }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const views = t('{{count}} views', { count: photo.view_count, n: number(photo.view_count) })
  const likes = t('{{count}} likes', { count: photo.like_count, n: number(photo.like_count) })
  return (
    <Link to="/photos/$id" params={{ id: String(photo.id) }} className={classes.photo}>
      <Picture id={photo.id} />
      <Text size="sm" fw={600} truncate translate="no">
        {photo.title}
      </Text>
      <span className={classes.counts}>
        <span title={views}>
          <IconEye size={15} stroke={1.6} aria-hidden />
          <span aria-hidden>{number(photo.view_count)}</span>
        </span>
        <span title={likes}>
          <IconHeart size={15} stroke={1.6} aria-hidden />
          <span aria-hidden>{number(photo.like_count)}</span>
        </span>
      </span>
    </Link>
  )
}

function Picture({ id }: { id: number }) {
  const { data } = useQuery(photoQuery(id))
  const { thumb_small: small, thumb_medium: medium } = data?.formats ?? {}
  return (
    <span className={classes.frame} style={{ backgroundColor: data?.dominant_color ?? undefined }}>
      {small && (
        <img
          src={small}
          srcSet={medium && `${small} 320w, ${medium} 640w`}
          sizes="(max-width: 48em) 50vw, 220px"
          alt=""
          decoding="async"
        />
      )}
      {data && !small && <IconPhotoOff size={32} stroke={1.2} aria-hidden />}
    </span>
  )
}
