import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useFocusBack } from '../../ui/useFocusBack'
import { PhotoPicker } from '../photos/PhotoPicker'

interface Props {
  onChosen: (photos: PhotoItem[]) => void
  onClose: () => void
}

/** ChoosePhotos asks which photos a new share link is to show, in the order in which they are chosen. */
export function ChoosePhotos({ onChosen, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack()
  const { number } = useFormat()
  const [photos, setPhotos] = useState<PhotoItem[]>([])
  const ids = photos.map(({ id }) => id)
  const toggle = (photo: PhotoItem) =>
    setPhotos(ids.includes(photo.id) ? photos.filter(({ id }) => id !== photo.id) : [...photos, photo])
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('Which photos?')}
      closeOnClickOutside={photos.length === 0}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('The page shows them in the order in which you choose them. Drafts may be among them.')}
        </Text>
        <PhotoPicker chosen={ids} onToggle={toggle} />
        <Group justify="space-between">
          <Text size="sm" role="status">
            {t('{{count}} chosen', { count: photos.length, n: number(photos.length) })}
          </Text>
          <Button disabled={photos.length === 0} onClick={() => onChosen(photos)}>
            {t('Continue')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
