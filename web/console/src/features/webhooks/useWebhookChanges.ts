import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import { deleteWebhook, rotateSecret, updateWebhook } from './webhooks'

/** useWebhookChanges is what is done to a webhook without a form. */
export function useWebhookChanges() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const onError = useNotify()
  const onSettled = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  return {
    remove: useMutation({
      mutationFn: deleteWebhook,
      onSuccess: () => tell({ message: t('The webhook is deleted.') }),
      onError,
      onSettled,
    }),
    /** Its result is the only sight of the new secret. */
    rotate: useMutation({ mutationFn: rotateSecret, onError, onSettled, gcTime: 0 }),
    /** Switches it off if it is on, and on if it is off. */
    toggle: useMutation({
      mutationFn: ({ id, is_active }: Webhook) => updateWebhook(id, { is_active: !is_active }),
      onSuccess: ({ is_active }) =>
        tell({
          message: is_active
            ? t('The webhook is on again.')
            : t('The webhook is off. What happens until it is on again is not sent later.'),
        }),
      onError,
      onSettled,
    }),
  }
}
