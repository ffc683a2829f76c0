import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types'
import { FormDialog } from '../../ui/FormDialog'
import { FormStale } from '../../ui/FormStale'
import { useVersioned } from '../../ui/useVersioned'
import { draftOf } from './draft'
import { EventsField } from './EventsField'
import { useEventWord } from './events'
import { createWebhook, readWebhook, updateWebhook } from './webhooks'

interface Props {
  /** None for a new one. */
  webhook?: Webhook
  /** The version that the fields show. */
  etag?: string
  onSaved: (webhook: Webhook) => void
  onClose: () => void
}

/** WebhookForm is what is said of a webhook. */
export function WebhookForm({ webhook, etag = '', onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const eventWord = useEventWord()
  const form = useForm({ initialValues: draftOf(webhook) })
  const version = useVersioned(
    form,
    { values: draftOf(webhook), etag },
    {
      send: (draft, base) => (webhook ? updateWebhook(webhook.id, draft, base.etag) : createWebhook(draft)),
      read: async () => {
        const now = await readWebhook(webhook?.id ?? 0)
        return { values: draftOf(now.data), etag: now.etag }
      },
      onSuccess: (saved: Webhook) => {
        onSaved(saved)
        return client.invalidateQueries({ queryKey: ['webhooks', 'list'] })
      },
    },
  )
  return (
    <FormDialog
      title={webhook ? t('Webhook') : t('New webhook')}
      action={webhook ? t('Save') : t('Make the webhook')}
      problem={version.problem}
      busy={version.busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      onSubmit={version.submit}
      onClose={onClose}
    >
      <FormStale
        of={version}
        words={{ url: t('Address'), events: t('Events') }}
        say={{ events: (events) => events.map(eventWord).join(t(', ')) }}
      />
      <TextInput
        label={t('Address')}
        description={t('Events are sent here by POST. Not in a private network.')}
        type="url"
        inputMode="url"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <EventsField
        value={form.getValues().events}
        error={form.errors.events}
        onChange={(events) => form.setFieldValue('events', events)}
      />
    </FormDialog>
  )
}
