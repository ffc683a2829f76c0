import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useFocusBack } from '../../ui/useFocusBack'
import { type Changing, categoryChange } from './undo'
import { categoriesQuery, indented } from './vocabulary'

interface Props {
  opened: boolean
  photos: PhotoItem[]
  onChange: (changing: Changing) => void
  onClose: () => void
}

/** CategoryDialog puts the chosen photos into categories, or takes them out. */
export function CategoryDialog({ opened, photos, onChange, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack(opened)
  const categories = useQuery(categoriesQuery).data ?? []
  const [ids, setIds] = useState<string[]>([])
  const apply = (action: 'add_categories' | 'remove_categories') => {
    onClose()
    setIds([])
    onChange(categoryChange(photos, ids.map(Number), action))
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Categories of {{count}} photos', { count: photos.length })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <MultiSelect
          label={t('Categories')}
          data={indented(categories)}
          value={ids}
          onChange={setIds}
          searchable
          data-autofocus
          nothingFoundMessage={t('None')}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={ids.length === 0} onClick={() => apply('remove_categories')}>
            {t('Take out')}
          </Button>
          <Button disabled={ids.length === 0} onClick={() => apply('add_categories')}>
            {t('Add')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
