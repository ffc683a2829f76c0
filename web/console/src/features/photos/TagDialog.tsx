import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useFocusBack } from '../../ui/useFocusBack'
import { TagField } from './TagField'
import { type Changing, tagChange } from './undo'

interface Props {
  opened: boolean
  photos: PhotoItem[]
  onChange: (changing: Changing) => void
  onClose: () => void
}

/** TagDialog adds tags to the chosen photos, or takes them off. */
export function TagDialog({ opened, photos, onChange, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack(opened)
  const [names, setNames] = useState<string[]>([])
  const apply = (action: 'add_tags' | 'remove_tags') => {
    onClose()
    setNames([])
    onChange(tagChange(photos, names, action))
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Tags of {{count}} photos', { count: photos.length })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <TagField label={t('Tags')} value={names} onChange={setNames} data-autofocus />
        <Group justify="flex-end">
          <Button variant="default" disabled={names.length === 0} onClick={() => apply('remove_tags')}>
            {t('Take off')}
          </Button>
          <Button disabled={names.length === 0} onClick={() => apply('add_tags')}>
            {t('Add')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
