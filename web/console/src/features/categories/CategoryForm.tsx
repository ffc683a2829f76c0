import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, creation, dataOf } from '../../api/client'
import type { Category } from '../../api/types'
import { FormDialog } from '../../ui/FormDialog'
import { FormStale } from '../../ui/FormStale'
import { tell } from '../../ui/notices'
import { useSubmit } from '../../ui/useSubmit'
import { useVersioned } from '../../ui/useVersioned'
import { CategoryFields } from './CategoryFields'
import { blank, creationOf, type Draft, draftOf, updateOf } from './draft'

interface Common {
  categories: Category[]
  onClose: () => void
}

/** NewCategory makes a category below another, or below none. */
export function NewCategory({ parent, categories, onClose }: Common & { parent: Category | null }) {
  const { t } = useTranslation()
  const form = useForm<Draft>({ initialValues: blank(parent) })
  const done = useDone(onClose)
  const { submit, busy, problem } = useSubmit(
    form,
    (draft) => dataOf(api.POST('/v1/categories', { body: creation(creationOf(draft, categories)) })),
    done,
  )
  return (
    <FormDialog
      title={parent ? t('New category in “{{name}}”', { name: parent.name }) : t('New category')}
      action={t('Create')}
      dirty={form.isDirty()}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <CategoryFields form={form} parents={categories} isNew />
    </FormDialog>
  )
}

interface EditProps extends Common {
  category: Category
  /** The version that the fields show. */
  etag: string
  read: () => Promise<{ data: Category; etag: string }>
  parents: Category[]
}

/** CategoryForm changes what is written of a category. */
export function CategoryForm({ category, etag, read, parents, categories, onClose }: EditProps) {
  const { t } = useTranslation()
  const words = useFieldWords()
  const form = useForm<Draft>({ initialValues: draftOf(category) })
  const done = useDone(onClose)
  const version = useVersioned(
    form,
    { values: draftOf(category), etag },
    {
      send: (draft, base) => {
        const params = { path: { id: category.id }, header: { 'If-Match': base.etag } }
        return dataOf(api.PUT('/v1/categories/{id}', { params, body: updateOf(base.values, draft, categories) }))
      },
      read: async () => {
        const now = await read()
        return { values: draftOf(now.data), etag: now.etag }
      },
      onSuccess: done,
    },
  )
  const nameOf = (id: string) => categories.find((other) => String(other.id) === id)?.name ?? t('No other: at the top')
  return (
    <FormDialog
      title={t('Edit “{{name}}”', { name: category.name })}
      action={t('Save')}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      busy={version.busy}
      problem={version.problem}
      onSubmit={version.submit}
      onClose={onClose}
    >
      <FormStale of={version} words={words} say={{ parent_id: nameOf }} />
      <CategoryFields form={form} parents={parents} isNew={false} />
    </FormDialog>
  )
}

function useFieldWords(): Record<keyof Draft, string> {
  const { t } = useTranslation()
  return {
    name: t('Name'),
    slug: t('Address on the site'),
    description: t('Description'),
    parent_id: t('Into'),
    color: t('Colour'),
    icon: t('Icon'),
    is_active: t('Shown on the site'),
    is_featured: t('Featured'),
    seo_title: t('Title for search engines'),
    seo_description: t('Description for search engines'),
  }
}

function useDone(onClose: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return ({ name }: Category) => {
    tell({ message: t('“{{name}}” is saved.', { name }) })
    onClose()
    return Promise.all([
      client.invalidateQueries({ queryKey: ['categories'] }),
      client.invalidateQueries({ queryKey: ['photos'] }),
    ])
  }
}
