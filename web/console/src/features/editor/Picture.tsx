import { Center, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import classes from './Picture.module.css'

/** Picture shows a photo as large as there is room, in its own room from the start. */
export function Picture({ photo }: { photo: PhotoDetail }) {
  const { t } = useTranslation()
  const { thumb_large: large, webp, jpg } = photo.formats
  const src = webp ?? jpg
  if (!src) {
    return (
      <Center className={classes.absent}>
        <Text size="sm">{t('The picture is being prepared, or there is no file.')}</Text>
      </Center>
    )
  }
  return (
    <a
      href={jpg ?? src}
      target="_blank"
      rel="noreferrer"
      className={classes.frame}
      style={{ backgroundColor: photo.dominant_color ?? undefined }}
    >
      <img
        className={classes.picture}
        src={src}
        srcSet={large && `${large} 1024w, ${src} 2048w`}
        sizes="(max-width: 62em) 100vw, 50vw"
        width={photo.width ?? undefined}
        height={photo.height ?? undefined}
        alt={photo.title}
      />
    </a>
  )
}
