import { useTranslation } from 'react-i18next'
import { changed } from '../../ui/rebase'
import { Stale } from '../../ui/Stale'
import type { Draft, Field, Note } from './draft'

interface Props {
  mine: Draft
  theirs: Draft
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Conflict shows what someone else has saved of a photo beside what is in the form, and lets one choose. */
export function Conflict({ mine, theirs, ...choices }: Props) {
  const { t } = useTranslation()
  const fieldWord = useFieldWord()
  const differences = changed(theirs, mine).map((field) => ({
    field: fieldWord(field),
    mine: written(mine[field]),
    theirs: written(theirs[field]),
  }))
  return <Stale title={t('Someone else has changed this photo meanwhile.')} differences={differences} {...choices} />
}

function useFieldWord(): (field: Field) => string {
  const { t } = useTranslation()
  return (field) =>
    ({
      title: t('Title'),
      description: t('Description'),
      slug: t('Address on the site'),
      status: t('Status'),
      taken_at: t('Taken'),
      tags: t('Tags'),
      categories: t('Categories'),
      location: t('Place'),
      metadata: t('Notes'),
    })[field]
}

function written(value: Draft[Field]): string {
  if (typeof value === 'string') return value
  return Object.values(value).flatMap(inWords).filter(Boolean).join(', ')
}

function inWords(part: string | Note[]): string | string[] {
  return typeof part === 'string' ? part : part.map(({ name, value }) => `${name}: ${value}`)
}
