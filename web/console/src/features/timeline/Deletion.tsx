import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { TimelineEvent } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Confirm } from '../../ui/Confirm'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'

/** Deletion says what becomes of the photos of an event, and asks. */
export function Deletion({ event, onClose }: { event: TimelineEvent; onClose: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const client = useQueryClient()
  const count = event.related_photos.length
  const name = event.title
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/v1/timeline/events/{id}', { params: { path: { id: event.id } } })),
    onSuccess: () => tell({ message: t('“{{name}}” is deleted.', { name }) }),
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['timeline'] }),
  })
  return (
    <Confirm
      opened
      title={t('Delete “{{name}}”?', { name })}
      question={
        count > 0
          ? t('Its {{count}} photos stay in the library. This cannot be undone.', { count, n: number(count) })
          : t('This cannot be undone.')
      }
      action={t('Delete')}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
