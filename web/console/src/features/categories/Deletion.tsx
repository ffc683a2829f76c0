import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { Category } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Confirm } from '../../ui/Confirm'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import { useFocusBack } from '../../ui/useFocusBack'
import { childrenOf } from './tree'

interface Props {
  categories: Category[]
  category: Category | undefined
  onClose: () => void
}

/** Deletion says what becomes of the photos and of the categories below, and asks; what holds others is not deleted. */
export function Deletion({ categories, category, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack(category !== undefined)
  const { number } = useFormat()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ id }: Category) => answer(api.DELETE('/v1/categories/{id}', { params: { path: { id } } })),
    onSuccess: (_, { name }) => tell({ message: t('“{{name}}” is deleted.', { name }) }),
    onError: useNotify(),
    onSettled: () => client.invalidateQueries(),
  })
  if (!category) return null
  const { name, direct_photo_count: count } = category
  const children = childrenOf(categories, category.id)
  if (children.length > 0) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('“{{name}}” holds other categories', { name })}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Text size="sm">
          {t('Move or delete these first: {{names}}.', { names: children.map((child) => child.name).join(t(', ')) })}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('Close')}
          </Button>
        </Group>
      </Modal>
    )
  }
  return (
    <Confirm
      opened
      title={t('Delete “{{name}}”?', { name })}
      question={
        count > 0
          ? t('Its {{count}} photos stay in the library, without this category.', { count, n: number(count) })
          : t('No photo is in it.')
      }
      action={t('Delete')}
      onConfirm={() => remove.mutate(category)}
      onClose={onClose}
    />
  )
}
