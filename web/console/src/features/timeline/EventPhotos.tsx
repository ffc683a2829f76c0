import { ActionIcon, Button, Group, Input, Text } from '@mantine/core'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, dataOf } from '../../api/client'
import { PhotoPicker } from '../photos/PhotoPicker'
import { earlier } from './draft'
import classes from './EventPhotos.module.css'

interface Props {
  ids: number[]
  error: ReactNode
  onChange: (ids: number[]) => void
}

/** EventPhotos are the photos that belong to an event, in their order, and the choice of others. */
export function EventPhotos({ ids, error, onChange }: Props) {
  const { t } = useTranslation()
  const label = useId()
  const [picking, setPicking] = useState(false)
  const toggle = (id: number) => onChange(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not let its children grow
    <div role="group" aria-labelledby={label} className={classes.photos}>
      <Text id={label} size="sm" fw={600}>
        {t('Photos of the event')}
      </Text>
      {ids.length > 0 && <Chosen ids={ids} onChange={onChange} onRemove={toggle} />}
      {error && <Input.Error>{error}</Input.Error>}
      <Group>
        <Button size="xs" variant="default" aria-expanded={picking} onClick={() => setPicking(!picking)}>
          {picking ? t('Done choosing') : t('Choose photos…')}
        </Button>
      </Group>
      {picking && <PhotoPicker chosen={ids} onToggle={({ id }) => toggle(id)} />}
    </div>
  )
}

interface ChosenProps {
  ids: number[]
  onChange: (ids: number[]) => void
  onRemove: (id: number) => void
}

function Chosen({ ids, onChange, onRemove }: ChosenProps) {
  const { t } = useTranslation()
  const photos = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['photos', 'one', id],
      queryFn: () => dataOf(api.GET('/v1/photos/{id}', { params: { path: { id } } })),
    })),
  })
  return (
    <ol className={classes.chosen}>
      {ids.map((id, i) => {
        const photo = photos[i]?.data
        const title = photo?.title ?? String(id)
        return (
          <li key={id} className={classes.photo}>
            {photo?.formats.thumb_small && <img src={photo.formats.thumb_small} alt={title} />}
            <Group gap={4} justify="space-between" wrap="nowrap" className={classes.actions}>
              <ActionIcon
                variant="default"
                disabled={i === 0}
                aria-label={t('Move {{name}} forward', { name: title })}
                onClick={() => onChange(earlier(ids, id))}
              >
                <IconArrowLeft size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t('Take {{name}} out', { name: title })}
                onClick={() => onRemove(id)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        )
      })}
    </ol>
  )
}
