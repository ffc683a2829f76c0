import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types'
import { FormDialog } from '../../ui/FormDialog'
import { Stale } from '../../ui/Stale'
import { useSubmit } from '../../ui/useSubmit'
import { type Draft, draftOf } from './draft'
import { EventsField } from './EventsField'

interface Props {
  /** None for a new one. */
  webhook?: Webhook
  send: (draft: Draft, over: boolean) => Promise<Webhook>
  onSaved: (webhook: Webhook) => void
  /** Reads again what someone else has saved. */
  onReload?: () => void
  onClose: () => void
}

/** WebhookForm is what is said of a webhook. */
export function WebhookForm({ webhook, send, onSaved, onReload, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({ initialValues: draftOf(webhook) })
  const { submit, submitOver, busy, problem, stale } = useSubmit(form, send, (saved) => {
    onSaved(saved)
    return client.invalidateQueries({ queryKey: ['webhooks', 'list'] })
  })
  return (
    <FormDialog
      title={webhook ? t('Webhook') : t('New webhook')}
      action={webhook ? t('Save') : t('Make the webhook')}
      problem={problem}
      busy={busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      {stale && onReload && <Stale onTakeTheirs={onReload} onKeepMine={submitOver} />}
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
