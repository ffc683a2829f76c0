import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, creation, dataOf } from '../../api/client'
import type { Category } from '../../api/types'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { Stale } from '../../ui/Stale'
import { useSubmit } from '../../ui/useSubmit'
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
  parents: Category[]
  onReload: () => void
}

/** CategoryForm changes what is written of a category. */
export function CategoryForm({ category, etag, parents, categories, onReload, onClose }: EditProps) {
  const { t } = useTranslation()
  const before = draftOf(category)
  const form = useForm<Draft>({ initialValues: before })
  const done = useDone(onClose)
  const { submit, submitOver, busy, problem, stale } = useSubmit(
    form,
    (draft, over) => {
      const params = { path: { id: category.id }, header: { 'If-Match': over ? '*' : etag } }
      return dataOf(api.PUT('/v1/categories/{id}', { params, body: updateOf(before, draft, categories) }))
    },
    done,
  )
  return (
    <FormDialog
      title={t('Edit “{{name}}”', { name: category.name })}
      action={t('Save')}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {stale && <Stale onTakeTheirs={onReload} onKeepMine={submitOver} />}
      <CategoryFields form={form} parents={parents} isNew={false} />
    </FormDialog>
  )
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
