import { Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, creation, dataOf, versioned } from '../../api/client'
import type { Tag } from '../../api/types'
import { ColourInput } from '../../ui/ColourInput'
import { FormDialog } from '../../ui/FormDialog'
import { FormStale } from '../../ui/FormStale'
import { tell } from '../../ui/notices'
import { useSubmit } from '../../ui/useSubmit'
import { useVersioned } from '../../ui/useVersioned'
import { Versioned } from '../../ui/Versioned'
import { blank, creationOf, type Draft, draftOf, updateOf } from './draft'
import { useGroupWord } from './groupWord'
import { groups } from './list'

/** What is said of a field stands below it, so that fields beside one another are in line. */
const below = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

/** NewTag makes a tag. */
export function NewTag({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<Draft>({ initialValues: blank })
  const done = useDone(onClose)
  const { submit, busy, problem } = useSubmit(
    form,
    (draft) => dataOf(api.POST('/v1/tags', { body: creation(creationOf(draft)) })),
    done,
  )
  return (
    <FormDialog
      title={t('New tag')}
      action={t('Create')}
      dirty={form.isDirty()}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields form={form} isNew />
    </FormDialog>
  )
}

function readTag(id: number) {
  return versioned(api.GET('/v1/tags/{id}', { params: { path: { id } } }))
}

/** EditTag changes what is written of a tag. */
export function EditTag({ tag: { id, name }, onClose }: { tag: Tag; onClose: () => void }) {
  return (
    <Versioned title={name} queryKey={['tags', 'one', id]} read={() => readTag(id)} onClose={onClose}>
      {(tag, etag) => <EditForm tag={tag} etag={etag} onClose={onClose} />}
    </Versioned>
  )
}

function EditForm({ tag, etag, onClose }: { tag: Tag; etag: string; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useFieldWords()
  const groupWord = useGroupWord()
  const form = useForm<Draft>({ initialValues: draftOf(tag) })
  const done = useDone(onClose)
  const version = useVersioned(
    form,
    { values: draftOf(tag), etag },
    {
      send: (draft, base) => {
        const params = { path: { id: tag.id }, header: { 'If-Match': base.etag } }
        return dataOf(api.PUT('/v1/tags/{id}', { params, body: updateOf(base.values, draft) }))
      },
      read: async () => {
        const now = await readTag(tag.id)
        return { values: draftOf(now.data), etag: now.etag }
      },
      onSuccess: done,
    },
  )
  return (
    <FormDialog
      title={t('Edit “{{name}}”', { name: tag.name })}
      action={t('Save')}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      busy={version.busy}
      problem={version.problem}
      onSubmit={version.submit}
      onClose={onClose}
    >
      <FormStale of={version} words={words} say={{ tag_group: groupWord }} />
      <Fields form={form} isNew={false} />
    </FormDialog>
  )
}

function useFieldWords(): Record<keyof Draft, string> {
  const { t } = useTranslation()
  return {
    name: t('Name'),
    slug: t('Address on the site'),
    description: t('Description'),
    color: t('Colour'),
    icon: t('Icon'),
    tag_group: t('Group'),
    is_active: t('Shown on the site'),
    is_featured: t('Featured'),
  }
}

function useDone(onClose: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return ({ name }: Tag) => {
    tell({ message: t('“{{name}}” is saved.', { name }) })
    onClose()
    return Promise.all([
      client.invalidateQueries({ queryKey: ['tags'] }),
      client.invalidateQueries({ queryKey: ['photos'] }),
    ])
  }
}

function Fields({ form, isNew }: { form: UseFormReturnType<Draft>; isNew: boolean }) {
  const { t } = useTranslation()
  const groupWord = useGroupWord()
  return (
    <>
      <TextInput
        label={t('Name')}
        description={isNew ? undefined : t('Changes on all of its photos.')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('Address on the site')}
        description={isNew ? t('Made from the name if empty.') : t('Links to the old address go on working.')}
        spellCheck={false}
        {...form.getInputProps('slug')}
      />
      <NativeSelect
        label={t('Group')}
        data={groups.map((group) => ({ value: group, label: groupWord(group) }))}
        {...form.getInputProps('tag_group')}
      />
      <Textarea label={t('Description')} autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
      <Group gap="lg">
        <Checkbox label={t('Shown on the site')} {...form.getInputProps('is_active', { type: 'checkbox' })} />
        <Checkbox label={t('Featured')} {...form.getInputProps('is_featured', { type: 'checkbox' })} />
      </Group>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <ColourInput
          label={t('Colour')}
          inputWrapperOrder={below}
          description={isNew ? t('Made from the name if empty.') : t('Links to the old address go on working.')}
          {...form.getInputProps('color')}
        />
        <TextInput
          label={t('Icon')}
          inputWrapperOrder={below}
          description={t('Name of an icon')}
          spellCheck={false}
          {...form.getInputProps('icon')}
        />
      </Group>
    </>
  )
}
