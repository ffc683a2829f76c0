import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tagSuggestionsQuery } from './vocabulary'

/** TagField takes tags by name, suggests those that there are, and new ones as they are typed. */
export function TagField(props: Omit<TagsInputProps, 'data' | 'searchValue' | 'onSearchChange'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, 150)
  const suggestions = useQuery(tagSuggestionsQuery(settled)).data ?? []
  return (
    <TagsInput
      placeholder={t('Type, then Enter')}
      splitChars={[',', '，']}
      acceptValueOnBlur
      data={suggestions.map((tag) => tag.name)}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      {...props}
    />
  )
}
