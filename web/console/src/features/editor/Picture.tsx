import { Center, Text, UnstyledButton } from '@mantine/core'
import { IconMaximize } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import classes from './Picture.module.css'

interface Props {
  photo: PhotoDetail
  ref: Ref<HTMLButtonElement>
  onEnlarge: () => void
}

/** Picture shows a photo as large as there is room, in its own room from the start; a press shows it larger. */
export function Picture({ photo, ref, onEnlarge }: Props) {
  const { t } = useTranslation()
  const { thumb_large: large, webp, jpg } = photo.formats
  const src = webp ?? jpg
  if (!src) {
    return (
      <Center className={classes.absent}>
        <Text size="sm">{photo.file_id ? t('There is no picture yet.') : t('This photo has no file.')}</Text>
      </Center>
    )
  }
  return (
    <UnstyledButton
      ref={ref}
      className={classes.frame}
      style={{ backgroundColor: photo.dominant_color ?? undefined }}
      aria-label={t('Show the picture larger')}
      onClick={onEnlarge}
    >
      <img
        className={classes.picture}
        src={src}
        srcSet={large && `${large} 1024w, ${src} 2048w`}
        sizes="(max-width: 62em) 100vw, 50vw"
        width={photo.width ?? undefined}
        height={photo.height ?? undefined}
        alt=""
      />
      <span className={classes.enlarge} aria-hidden>
        <IconMaximize size={18} />
      </span>
    </UnstyledButton>
  )
}
