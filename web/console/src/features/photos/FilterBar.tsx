import { Button, Flex, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../ui/SearchField'
import classes from './FilterBar.module.css'
import { type Filter, narrows, pictureStates, type SortBy, sortKeys, statuses, withoutGaps } from './filter'
import { useStatusWord } from './status'
import { categoriesQuery, indented, tagSuggestionsQuery, yearsQuery } from './vocabulary'

/** FilterBar narrows the library. What it says is in the address, so that it can be kept, sent and gone back to. */
export function FilterBar({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/' })
  const set = (change: Partial<Filter>, replace = false) =>
    navigate({ to: '/', search: (old: Filter) => withoutGaps({ ...old, ...change }), replace, resetScroll: true })

  return (
    <Flex role="search" aria-label={t('Photos')} wrap="wrap" gap="xs" align="flex-end">
      <SearchField
        className={classes.search}
        placeholder={t('Title, description, tag, place')}
        value={filter.search}
        onChange={(search) => set({ search }, true)}
      />
      <StatusField value={filter.status} onChange={(status) => set({ status })} />
      <PicturesField value={filter.pictures} onChange={(pictures) => set({ pictures })} />
      <CategoryField value={filter.category} onChange={(category) => set({ category })} />
      <TagField value={filter.tag} onChange={(tag) => set({ tag })} />
      <YearField value={filter.year} onChange={(year) => set({ year, month: year ? filter.month : undefined })} />
      {filter.year && <MonthField value={filter.month} onChange={(month) => set({ month })} />}
      <OrderField filter={filter} onChange={set} />
      {narrows(filter) && (
        <Button
          variant="subtle"
          onClick={() => set(Object.fromEntries(Object.keys(filter).map((key) => [key, undefined])))}
        >
          {t('Clear the filters')}
        </Button>
      )}
    </Flex>
  )
}

interface FieldProps<T> {
  value: T | undefined
  onChange: (value: T | undefined) => void
}

/** How long typing pauses before tags are suggested, in milliseconds. */
const pause = 250

function StatusField({ value, onChange }: FieldProps<Filter['status'] & string>) {
  const { t } = useTranslation()
  const word = useStatusWord()
  const data = [
    { value: '', label: t('Any status') },
    ...statuses.map((status) => ({ value: status as string, label: word(status) })),
  ]
  return (
    <NativeSelect
      className={classes.field}
      aria-label={t('Status')}
      data={data}
      value={value ?? ''}
      onChange={(event) => onChange(statuses.find((status) => status === event.currentTarget.value))}
    />
  )
}

/** Whether the pictures of photos are there, could not be made, or are still to come. */
function PicturesField({ value, onChange }: FieldProps<Filter['pictures'] & string>) {
  const { t } = useTranslation()
  const words = { failed: t('Pictures: failed'), waiting: t('Pictures: in work') }
  return (
    <NativeSelect
      className={classes.field}
      aria-label={t('Pictures')}
      data={[
        { value: '', label: t('Any pictures') },
        ...pictureStates.map((value) => ({ value, label: words[value] })),
      ]}
      value={value ?? ''}
      onChange={(event) => onChange(pictureStates.find((state) => state === event.currentTarget.value))}
    />
  )
}

function CategoryField({ value, onChange }: FieldProps<number>) {
  const { t } = useTranslation()
  const categories = useQuery(categoriesQuery).data ?? []
  const data = [{ value: '', label: t('Any category') }, ...indented(categories)]
  return (
    <NativeSelect
      className={classes.field}
      aria-label={t('Category')}
      data={data}
      value={value ?? ''}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
    />
  )
}

/** The browser's own list of suggestions: a filter is not worth a menu of ours on the first load. */
function TagField({ value = '', onChange }: FieldProps<string>) {
  const { t } = useTranslation()
  const list = useId()
  const [typed, setTyped] = useState(value)
  const [settled] = useDebouncedValue(typed, pause)
  const suggestions = useQuery(tagSuggestionsQuery(settled)).data ?? []
  useEffect(() => setTyped(value), [value])
  const choose = (text: string) => onChange(text.trim() || undefined)
  return (
    <>
      <TextInput
        className={classes.field}
        list={list}
        aria-label={t('Tag')}
        placeholder={t('Any tag')}
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          if (text === '' || suggestions.some((tag) => tag.name === text)) choose(text)
        }}
        onBlur={() => choose(typed)}
        onKeyDown={(event) => event.key === 'Enter' && choose(typed)}
      />
      <datalist id={list}>
        {suggestions.map((tag) => (
          <option key={tag.id} value={tag.name} />
        ))}
      </datalist>
    </>
  )
}

function YearField({ value, onChange }: FieldProps<number>) {
  const { t } = useTranslation()
  const years = useQuery(yearsQuery).data ?? []
  const data = [
    { value: '', label: t('Any year') },
    ...years.map((year) => ({ value: String(year), label: String(year) })),
  ]
  return (
    <NativeSelect
      className={classes.field}
      aria-label={t('Year')}
      data={data}
      value={value ?? ''}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
    />
  )
}

function MonthField({ value, onChange }: FieldProps<number>) {
  const { t, i18n } = useTranslation()
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: name.format(Date.UTC(2000, i)) }))
  return (
    <NativeSelect
      className={classes.field}
      aria-label={t('Month')}
      data={[{ value: '', label: t('Any month') }, ...months]}
      value={value ?? ''}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
    />
  )
}

function OrderField({ filter, onChange }: { filter: Filter; onChange: (change: Partial<Filter>) => void }) {
  const { t } = useTranslation()
  const words: Record<SortBy, [string, string]> = {
    created_at: [t('Recently added'), t('Earliest added')],
    taken_at: [t('Recently taken'), t('Earliest taken')],
    title: [t('Title, Z to A'), t('Title, A to Z')],
  }
  const data = sortKeys.flatMap((key) => [
    { value: `${key} desc`, label: words[key][0] },
    { value: `${key} asc`, label: words[key][1] },
  ])
  const choose = (value: string) => {
    const [sort_by, sort_order] = value.split(' ') as [SortBy, 'asc' | 'desc']
    onChange(value === 'created_at desc' ? { sort_by: undefined, sort_order: undefined } : { sort_by, sort_order })
  }
  return (
    <NativeSelect
      className={classes.field}
      aria-label={t('Order')}
      data={data}
      value={`${filter.sort_by ?? 'created_at'} ${filter.sort_order ?? 'desc'}`}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
