import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, creation, dataOf, versioned } from '../../api/client'
import type { TimelineEvent } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { FormDialog } from '../../ui/FormDialog'
import { FormStale } from '../../ui/FormStale'
import { tell } from '../../ui/notices'
import { useSubmit } from '../../ui/useSubmit'
import { useVersioned } from '../../ui/useVersioned'
import { Versioned } from '../../ui/Versioned'
import { blank, creationOf, type Draft, draftOf, updateOf } from './draft'
import { EventPhotos } from './EventPhotos'
import { kinds, useKindWord } from './kinds'

/** NewEvent makes an event. */
export function NewEvent({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<Draft>({ initialValues: blank })
  const done = useDone(onClose)
  const { submit, busy, problem } = useSubmit(
    form,
    (draft) => dataOf(api.POST('/v1/timeline/events', { body: creation(creationOf(draft)) })),
    done,
  )
  return (
    <FormDialog
      title={t('New event')}
      action={t('Create')}
      dirty={form.isDirty()}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

function readEvent(id: number) {
  return versioned(api.GET('/v1/timeline/events/{id}', { params: { path: { id } } }))
}

/** EditEvent changes what is written of an event. */
export function EditEvent({ event: { id, title }, onClose }: { event: TimelineEvent; onClose: () => void }) {
  return (
    <Versioned title={title} queryKey={['timeline', 'event', id]} read={() => readEvent(id)} onClose={onClose}>
      {(event, etag) => <EditForm event={event} etag={etag} onClose={onClose} />}
    </Versioned>
  )
}

function EditForm({ event, etag, onClose }: { event: TimelineEvent; etag: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { number, day } = useFormat()
  const kindWord = useKindWord()
  const form = useForm<Draft>({ initialValues: draftOf(event) })
  const done = useDone(onClose)
  const version = useVersioned(
    form,
    { values: draftOf(event), etag },
    {
      send: (draft, base) => {
        const params = { path: { id: event.id }, header: { 'If-Match': base.etag } }
        return dataOf(api.PUT('/v1/timeline/events/{id}', { params, body: updateOf(base.values, draft) }))
      },
      read: async () => {
        const now = await readEvent(event.id)
        return { values: draftOf(now.data), etag: now.etag }
      },
      onSuccess: done,
    },
  )
  const words = {
    title: t('Title'),
    date: t('Day'),
    type: t('Kind'),
    description: t('Description'),
    related_photos: t('Photos of the event'),
  }
  const photos = (ids: number[]) => t('{{count}} photos', { count: ids.length, n: number(ids.length) })
  return (
    <FormDialog
      title={t('Edit “{{name}}”', { name: event.title })}
      action={t('Save')}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      busy={version.busy}
      problem={version.problem}
      onSubmit={version.submit}
      onClose={onClose}
    >
      <FormStale
        of={version}
        words={words}
        say={{ date: (date) => (date ? day(date) : ''), type: kindWord, related_photos: photos }}
      />
      <Fields form={form} />
    </FormDialog>
  )
}

function useDone(onClose: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return ({ title }: TimelineEvent) => {
    tell({ message: t('“{{name}}” is saved.', { name: title }) })
    onClose()
    return client.invalidateQueries({ queryKey: ['timeline'] })
  }
}

function Fields({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation()
  const kindWord = useKindWord()
  return (
    <>
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
    </>
  )
}
