import { ActionIcon, Anchor, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { Bar } from './Bar'
import type { Item } from './engine/item'
import type { Limits } from './engine/ports'
import type { Uploads } from './engine/uploads'
import { useSayItem } from './say'
import { Thumbnail } from './Thumbnail'
import classes from './Upload.module.css'

interface Props {
  uploads: Uploads
  item: Item
  limits: Limits | undefined
  place: number
  count: number
  /** How far below the head of the list, in pixels. */
  top: number
}

/** QueueRow is one file on its way. */
export const QueueRow = memo(function QueueRow({ uploads, item, limits, place, count, top }: Props) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const { text, tone } = useSayItem(limits)(item)
  const { name, folder, size, sent } = item
  const partly = sent > 0 && sent < size && item.stage !== 'failed'
  const photoId = item.stage === 'known' ? item.twin : item.photoId
  return (
    <li
      aria-setsize={count}
      aria-posinset={place}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Thumbnail item={item} />
      <div className={classes.body}>
        <div className={classes.name} title={folder ? `${folder}/${name}` : name}>
          {name}
        </div>
        <div className={classes.said} title={text}>
          {partly ? `${bytes(sent)} / ${bytes(size)}` : bytes(size)} · <span data-tone={tone}>{text}</span>{' '}
          {photoId && (
            <Anchor
              renderRoot={(props) => <Link to="/photos/$id" params={{ id: String(photoId) }} {...props} />}
              inherit
              underline="always"
            >
              {t('Show it')}
            </Anchor>
          )}
        </div>
        {partly && <Bar label={t('Sent of {{name}}', { name })} value={sent / size} />}
        {item.stage === 'processing' && (
          <Bar making label={t('Made of {{name}}', { name })} value={(item.made ?? 0) / 100} />
        )}
      </div>
      <div className={classes.actions}>
        <Actions uploads={uploads} item={item} />
      </div>
    </li>
  )
})

function Actions({ uploads, item }: Pick<Props, 'uploads' | 'item'>) {
  const { t } = useTranslation()
  const { key, name, stage, file } = item
  const canRemove = !['sent', 'processing'].includes(stage)
  return (
    <>
      {(stage === 'known' || (stage === 'changed' && file)) && (
        <Button size="xs" variant="default" onClick={() => uploads.act('sendAnyway', [key])}>
          {stage === 'known' ? t('Send anyway') : t('Send the new version')}
        </Button>
      )}
      {['waiting', 'checking', 'sending'].includes(stage) && (
        <Action label={t('Pause {{name}}', { name })} onClick={() => uploads.act('pause', [key])}>
          <IconPlayerPause size={18} aria-hidden />
        </Action>
      )}
      {stage === 'paused' && (
        <Action label={t('Go on with {{name}}', { name })} onClick={() => uploads.act('resume', [key])}>
          <IconPlayerPlay size={18} aria-hidden />
        </Action>
      )}
      {stage === 'failed' && (
        <Action label={t('Retry {{name}}', { name })} onClick={() => uploads.act('retry', [key])}>
          <IconRefresh size={18} aria-hidden />
        </Action>
      )}
      {canRemove && (
        <Action label={t('Take {{name}} off the list', { name })} onClick={() => uploads.act('remove', [key])}>
          <IconX size={18} aria-hidden />
        </Action>
      )}
    </>
  )
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" c="inherit" size={32} aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}
