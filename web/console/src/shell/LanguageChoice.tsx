import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Language, languages, speak } from '../i18n/words'

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }))

export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('Language')}
      data={choices}
      value={i18n.language}
      onChange={(language) => speak(language as Language)}
    />
  )
}
