import { IconCheck, IconPhotoOff } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import classes from './PhotoGrid.module.css'
import { type Making, makingOf, useMakingWord, useStatusWord } from './status'

interface Props {
  id: string
  /** undefined until it is read. */
  photo: PhotoItem | undefined
  place: number
  count: number
  chosen: boolean
  active: boolean
  side: number
  x: number
  y: number
}

/** Tile is one photo of a grid, which has the mouse and the keys. It is drawn again only when something of it changes. */
export const Tile = memo(({ id, photo, place, count, chosen, active, side, x, y }: Props) => {
  const { t } = useTranslation()
  const statusWord = useStatusWord()
  const makingWord = useMakingWord()
  const making = photo && makingOf(photo)
  const remarks = photo && [making && makingWord(making), photo.status !== 'published' && statusWord(photo.status)]
  const name = photo ? [photo.title, ...(remarks ?? [])].filter(Boolean).join(', ') : t('Loading')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the active option
    <div
      id={id}
      role="option"
      aria-label={name}
      aria-selected={chosen}
      aria-posinset={place}
      aria-setsize={count}
      data-active={active || undefined}
      data-place={place}
      className={classes.tile}
      style={{ transform: `translate(${x}px, ${y}px)`, width: side }}
    >
      <div className={classes.picture} style={{ height: side, backgroundColor: photo?.dominant_color ?? undefined }}>
        {photo && <Picture photo={photo} side={side} />}
        <span className={classes.mark} aria-hidden>
          {chosen && <IconCheck size={16} stroke={3} />}
        </span>
      </div>
      <div className={classes.caption} aria-hidden>
        <span className={classes.title} translate="no">
          {photo?.title}
        </span>{' '}
        {making && <Remark making={making}>{makingWord(making)}</Remark>}{' '}
        {photo && photo.status !== 'published' && <Remark>{statusWord(photo.status)}</Remark>}
      </div>
    </div>
  )
})

function Remark({ making, children }: { making?: Making; children: string }) {
  return (
    <span className={classes.status} data-making={making}>
      {children}
    </span>
  )
}

function Picture({ photo, side }: { photo: PhotoItem; side: number }) {
  const { thumb_small: small, thumb_medium: medium } = photo.formats
  if (!small) return <IconPhotoOff className={classes.absent} size={32} stroke={1.2} aria-hidden />
  return (
    <img
      src={small}
      srcSet={medium && `${small} 320w, ${medium} 640w`}
      sizes={`${side}px`}
      alt=""
      draggable={false}
      decoding="async"
    />
  )
}
