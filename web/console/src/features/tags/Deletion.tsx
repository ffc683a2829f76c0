import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { Tag } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Confirm } from '../../ui/Confirm'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'

interface Props {
  tags: Tag[]
  onDone: () => void
  onClose: () => void
}

/** Deletion says how many photos lose the tags, and asks. */
export function Deletion({ tags, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id } of tags) await answer(api.DELETE('/v1/tags/{id}', { params: { path: { id } } }))
    },
    onSuccess: () => {
      tell({ message: t('{{count}} tags deleted', { count: tags.length, n: number(tags.length) }) })
      onDone()
    },
    onError: useNotify(),
    onSettled: () => client.invalidateQueries(),
  })
  const uses = tags.map(({ name, usage_count: count }) =>
    t('{{name}}: {{count}} photos lose it', { name, count, n: number(count) }),
  )
  return (
    <Confirm
      opened
      title={
        tags.length === 1
          ? t('Delete “{{name}}”?', { name: tags[0]?.name })
          : t('Delete {{count}} tags?', { count: tags.length, n: number(tags.length) })
      }
      question={`${uses.join('\n')}\n\n${t('The photos stay. This cannot be undone.')}`}
      action={t('Delete')}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
