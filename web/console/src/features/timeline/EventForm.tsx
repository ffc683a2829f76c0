import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, creation, dataOf } from '../../api/client'
import type { TimelineEvent } from '../../api/types'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { useSubmit } from '../../ui/useSubmit'
import { blank, creationOf, type Draft, draftOf, updateOf } from './draft'
import { EventPhotos } from './EventPhotos'
import { kinds, useKindWord } from './kinds'

interface Props {
  /** None for a new one. */
  event?: TimelineEvent
  onClose: () => void
}

/** EventForm makes an event, or changes one. */
export function EventForm({ event, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const kindWord = useKindWord()
  const before = event ? draftOf(event) : blank
  const form = useForm<Draft>({ initialValues: before })
  const send = (draft: Draft) => {
    if (!event) return dataOf(api.POST('/v1/timeline/events', { body: creation(creationOf(draft)) }))
    const params = { path: { id: event.id } }
    return dataOf(api.PUT('/v1/timeline/events/{id}', { params, body: updateOf(before, draft) }))
  }
  const { submit, busy, problem } = useSubmit(form, send, ({ title }) => {
    tell({ message: t('“{{name}}” is saved.', { name: title }) })
    onClose()
    return client.invalidateQueries({ queryKey: ['timeline'] })
  })
  return (
    <FormDialog
      title={event ? t('Edit “{{name}}”', { name: event.title }) : t('New event')}
      action={event ? t('Save') : t('Create')}
      dirty={form.isDirty()}
      disabled={event && !form.isDirty()}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('Title')} required data-autofocus {...form.getInputProps('title')} />
      <Group align="flex-start" grow>
        <TextInput label={t('Day')} type="date" required {...form.getInputProps('date')} />
        <NativeSelect
          label={t('Kind')}
          data={kinds.map((kind) => ({ value: kind, label: kindWord(kind) }))}
          {...form.getInputProps('type')}
        />
      </Group>
      <Textarea label={t('Description')} autosize minRows={3} maxRows={10} {...form.getInputProps('description')} />
      <EventPhotos
        ids={form.getValues().related_photos}
        error={form.errors.related_photos}
        onChange={(ids) => form.setFieldValue('related_photos', ids)}
      />
    </FormDialog>
  )
}
