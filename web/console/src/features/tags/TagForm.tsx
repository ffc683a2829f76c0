import { Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, creation, dataOf } from '../../api/client'
import type { Tag } from '../../api/types'
import { ColourInput } from '../../ui/ColourInput'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { useSubmit } from '../../ui/useSubmit'
import { blank, creationOf, type Draft, draftOf, updateOf } from './draft'
import { useGroupWord } from './groupWord'
import { groups } from './list'

/** What is said of a field stands below it, so that fields beside one another are in line. */
const below = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

interface Props {
  /** None for a new one. */
  tag?: Tag
  onClose: () => void
}

/** TagForm makes a tag, or changes one. */
export function TagForm({ tag, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const before = tag ? draftOf(tag) : blank
  const form = useForm<Draft>({ initialValues: before })
  const send = (draft: Draft) =>
    tag
      ? dataOf(api.PUT('/v1/tags/{id}', { params: { path: { id: tag.id } }, body: updateOf(before, draft) }))
      : dataOf(api.POST('/v1/tags', { body: creation(creationOf(draft)) }))
  const { submit, busy, problem } = useSubmit(form, send, ({ name }) => {
    tell({ message: t('“{{name}}” is saved.', { name }) })
    onClose()
    return Promise.all([
      client.invalidateQueries({ queryKey: ['tags'] }),
      client.invalidateQueries({ queryKey: ['photos'] }),
    ])
  })
  return (
    <FormDialog
      title={tag ? t('Edit “{{name}}”', { name: tag.name }) : t('New tag')}
      action={tag ? t('Save') : t('Create')}
      dirty={form.isDirty()}
      disabled={tag && !form.isDirty()}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields form={form} isNew={!tag} />
    </FormDialog>
  )
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
        description={isNew ? t('Made from the name if empty.') : undefined}
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
          description={isNew ? t('Made from the name if empty.') : undefined}
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
