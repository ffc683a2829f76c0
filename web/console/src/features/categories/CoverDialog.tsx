import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, dataOf } from '../../api/client'
import type { Category } from '../../api/types'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import { useFocusBack } from '../../ui/useFocusBack'
import { PhotoPicker } from '../photos/PhotoPicker'

/** CoverDialog chooses the photo that stands for a category, among those that are in it if there are any. */
export function CoverDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  const client = useQueryClient()
  const choose = useMutation({
    mutationFn: (photo_id: number | null) =>
      dataOf(api.PUT('/v1/categories/{id}/cover', { params: { path: { id: category.id } }, body: { photo_id } })),
    onSuccess: () => {
      tell({ message: t('Saved') })
      onClose()
    },
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['categories'] }),
  })
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('Cover of “{{name}}”', { name: category.name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        {category.photo_count === 0 && <Text size="sm">{t('No photo is in it yet: these are all photos.')}</Text>}
        <PhotoPicker
          category={category.photo_count > 0 ? category.id : undefined}
          chosen={category.cover_photo ? [category.cover_photo.id] : []}
          onToggle={({ id }) => choose.mutate(id)}
        />
        {category.cover_photo && (
          <Group justify="flex-end">
            <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate(null)}>
              {t('No cover')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
