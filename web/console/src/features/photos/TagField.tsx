import { Group, TagsInput, type TagsInputProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { tagSuggestionsQuery } from './vocabulary'

/** TagField takes tags by name: suggests those that there are, with how many photos have them, and new ones as typed. */
export function TagField(props: Omit<TagsInputProps, 'data' | 'searchValue' | 'onSearchChange'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, 150)
  const suggestions = useQuery(tagSuggestionsQuery(settled)).data ?? []
  const name = typed.trim()
  const known = new Map(suggestions.map((tag) => [tag.name, tag.usage_count]))
  const isNew = name !== '' && name === settled.trim() && !suggestions.some((tag) => same(tag.name, name))
  return (
    <TagsInput
      placeholder={t('Type, then Enter')}
      splitChars={[',', '，']}
      acceptValueOnBlur
      isDuplicate={(value, present) => present.some((other) => same(other, value))}
      data={isNew ? [...known.keys(), name] : [...known.keys()]}
      filter={({ options }) => options}
      renderOption={({ option: { value } }) => (
        <Group justify="space-between" wrap="nowrap" gap="xs" flex={1}>
          {known.has(value) ? <span translate="no">{value}</span> : t('New tag “{{name}}”', { name: value })}
          {known.has(value) && (
            <Text size="xs" c="dimmed">
              {number(known.get(value) ?? 0)}
            </Text>
          )}
        </Group>
      )}
      searchValue={typed}
      onSearchChange={setTyped}
      {...props}
    />
  )
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
