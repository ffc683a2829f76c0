import { MultiSelect, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { categoriesQuery, indented } from '../photos/vocabulary'

interface Props {
  /** Ids, the primary one first. */
  value?: string[]
  error?: ReactNode
  onChange?: (ids: string[]) => void
}

/** CategoryFields takes the categories of a photo, and which of them is primary. */
export function CategoryFields({ value = [], error, onChange }: Props) {
  const { t } = useTranslation()
  const categories = useQuery(categoriesQuery).data ?? []
  const chosen = categories.filter(({ id }) => value.includes(String(id)))
  const tree = indented(categories)
  const makePrimary = (id: string) => onChange?.([id, ...value.filter((other) => other !== id)])
  return (
    <>
      <MultiSelect
        label={t('Categories')}
        data={tree.map(({ value, label }) => ({ value, label: label.trim() }))}
        renderOption={({ option }) => tree.find((entry) => entry.value === option.value)?.label}
        value={value}
        error={error}
        onChange={(ids) => onChange?.(ids)}
        searchable
        nothingFoundMessage={t('None')}
      />
      {chosen.length > 1 && (
        <NativeSelect
          label={t('Primary category')}
          data={chosen.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={value[0]}
          onChange={(event) => makePrimary(event.currentTarget.value)}
        />
      )}
    </>
  )
}
