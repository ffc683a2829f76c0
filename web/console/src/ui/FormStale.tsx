import { useTranslation } from 'react-i18next'
import type { Field } from './rebase'
import { Stale } from './Stale'
import type { useVersioned } from './useVersioned'

interface Props<V extends object> {
  of: Pick<ReturnType<typeof useVersioned<V, unknown>>, 'conflict' | 'keepMine' | 'takeTheirs'>
  /** What the fields are called. */
  words: Record<Field<V>, string>
  /** What a field holds, in words, where that is not plain to see. */
  say?: { [F in Field<V>]?: (value: V[F]) => string }
}

/** FormStale is Stale for a form, while two versions of what it changes are to be chosen from. */
export function FormStale<V extends object>({ of: { conflict, keepMine, takeTheirs }, words, say }: Props<V>) {
  const { t } = useTranslation()
  if (!conflict) return null
  const written = (field: Field<V>, value: V[Field<V>]) => {
    const own = say?.[field]
    if (own) return own(value)
    if (typeof value === 'boolean') return value ? t('Yes') : t('No')
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  const differences = conflict.fields.map((field) => ({
    field: words[field],
    mine: written(field, conflict.mine[field]),
    theirs: written(field, conflict.theirs[field]),
  }))
  return (
    <Stale
      title={t('Someone else has changed this meanwhile.')}
      differences={differences}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
    />
  )
}
