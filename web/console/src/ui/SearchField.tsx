import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How long typing pauses before it is searched for, in milliseconds. */
const pause = 250

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string | undefined
  /** Given what is searched for; undefined for nothing. */
  onChange: (search: string | undefined) => void
}

/** SearchField takes what to search for, and says it when typing pauses. */
export function SearchField({ value = '', onChange, ...props }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), pause)
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  return (
    <TextInput
      type="search"
      aria-label={t('Search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      {...props}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
