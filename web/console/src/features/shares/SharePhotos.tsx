import { ActionIcon, Button, Group, Input, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem, ShareLink } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { FailedDialog } from '../../ui/FailedDialog'
import { FormDialog } from '../../ui/FormDialog'
import { FormStale } from '../../ui/FormStale'
import { tell } from '../../ui/notices'
import { useVersioned } from '../../ui/useVersioned'
import { Versioned } from '../../ui/Versioned'
import { PhotoPicker } from '../photos/PhotoPicker'
import { swapped } from './order'
import classes from './SharePhotos.module.css'
import { mostPhotos, readShare, sharePhotosQuery, updateShare } from './shares'

/** SharePhotos changes which photos a share link shows, and in which order. The link stays as it is. */
export function SharePhotos({ id, title, onClose }: { id: number; title: string; onClose: () => void }) {
  const photos = useQuery({ ...sharePhotosQuery(id, false), refetchOnWindowFocus: false })
  const picked = useQuery({ ...sharePhotosQuery(id, true), refetchOnWindowFocus: false })
  const error = photos.error ?? picked.error
  if (error) return <FailedDialog title={title} problem={error} onClose={onClose} />
  if (!photos.data || !picked.data) return null
  const known = [...photos.data, ...picked.data]
  return (
    <Versioned title={title} queryKey={['shares', 'one', id]} read={() => readShare(id)} onClose={onClose}>
      {(share, etag) => (
        <Form share={share} etag={etag} known={known} picked={picked.data.map((photo) => photo.id)} onClose={onClose} />
      )}
    </Versioned>
  )
}

interface Props {
  share: ShareLink
  etag: string
  /** What is known of photos already. */
  known: PhotoItem[]
  /** Those that visitors have marked. */
  picked: number[]
  onClose: () => void
}

interface Draft {
  photo_ids: number[]
}

function Form({ share, etag, known, picked, onClose }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const client = useQueryClient()
  const [photos, setPhotos] = useState(() => new Map(known.map((photo) => [photo.id, photo])))
  const [adding, setAdding] = useState(false)
  const form = useForm<Draft>({ initialValues: { photo_ids: share.photo_ids } })
  const version = useVersioned<Draft, ShareLink>(
    form,
    { values: { photo_ids: share.photo_ids }, etag },
    {
      send: (draft, base) => updateShare(share.id, draft, base.etag),
      read: async () => {
        const now = await readShare(share.id)
        return { values: { photo_ids: now.data.photo_ids }, etag: now.etag }
      },
      onSuccess: ({ photo_count }) => {
        tell({ message: t('The link shows {{count}} photos now.', { count: photo_count, n: number(photo_count) }) })
        onClose()
        return client.invalidateQueries({ queryKey: ['shares'] })
      },
    },
  )
  const ids = form.getValues().photo_ids
  const set = (next: number[]) => form.setFieldValue('photo_ids', next)
  const out = picked.filter((id) => share.photo_ids.includes(id) && !ids.includes(id)).length
  const toggle = (photo: PhotoItem) => {
    setPhotos(new Map([...photos, [photo.id, photo]]))
    set(ids.includes(photo.id) ? ids.filter((id) => id !== photo.id) : [...ids, photo.id])
  }
  const counted = (list: number[]) => t('{{count}} photos', { count: list.length, n: number(list.length) })
  return (
    <FormDialog
      title={t('Photos of “{{title}}”', { title: share.title })}
      action={t('Save')}
      problem={version.problem}
      busy={version.busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty() || ids.length > mostPhotos}
      onSubmit={version.submit}
      onClose={onClose}
    >
      <FormStale of={version} words={{ photo_ids: t('Photos') }} say={{ photo_ids: counted }} />
      <Text size="sm" role="status">
        {counted(ids)} · {t('The link stays the same.')}
      </Text>
      {out > 0 && (
        <Text size="sm">
          {t('{{count}} of those taken out are picked. The picks are kept, and count again if the photos come back.', {
            count: out,
            n: number(out),
          })}
        </Text>
      )}
      {ids.length > mostPhotos && <Input.Error>{t('A share takes at most 1,000 photos. Choose fewer.')}</Input.Error>}
      {form.errors.photo_ids && <Input.Error>{form.errors.photo_ids}</Input.Error>}
      <ol className={classes.photos}>
        {ids.map((id, i) => (
          <Chosen
            key={id}
            photo={photos.get(id)}
            onBack={i > 0 ? () => set(swapped(ids, i - 1)) : undefined}
            onForth={i < ids.length - 1 ? () => set(swapped(ids, i)) : undefined}
            onRemove={() => set(ids.filter((other) => other !== id))}
          />
        ))}
      </ol>
      <Group>
        <Button size="xs" variant="default" aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {adding ? t('Done choosing') : t('Choose photos…')}
        </Button>
      </Group>
      {adding && <PhotoPicker chosen={ids} onToggle={toggle} />}
    </FormDialog>
  )
}

interface ChosenProps {
  photo: PhotoItem | undefined
  onBack?: () => void
  onForth?: () => void
  onRemove: () => void
}

function Chosen({ photo, onBack, onForth, onRemove }: ChosenProps) {
  const { t } = useTranslation()
  const name = { name: photo?.title ?? '' }
  const button = { variant: 'default', size: 'md' } as const
  return (
    <li className={classes.photo}>
      <span className={classes.picture}>
        {photo?.formats.thumb_small && <img src={photo.formats.thumb_small} alt={photo.title} loading="lazy" />}
      </span>
      <Group gap={4} mt={4} wrap="nowrap">
        <ActionIcon {...button} disabled={!onBack} aria-label={t('Move {{name}} forward', name)} onClick={onBack}>
          <IconArrowLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon {...button} disabled={!onForth} aria-label={t('Move {{name}} back', name)} onClick={onForth}>
          <IconArrowRight size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon {...button} ml="auto" aria-label={t('Take {{name}} out', name)} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  )
}
