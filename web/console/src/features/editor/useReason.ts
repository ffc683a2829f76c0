import { useTranslation } from 'react-i18next'

/** useReason returns what says why no pictures could be made of a file, which the server tells in English. */
export function useReason(): (error: string | null) => string {
  const { t, i18n } = useTranslation()
  return (error) => {
    const said = error ?? ''
    if (i18n.language === 'en') return sentence(said)
    if (said.includes('damaged or cut short')) return t('It is damaged or cut short.')
    if (said.includes('megapixels')) return t('It has more pixels than this server takes.')
    if (/not a picture|is empty|cannot read/.test(said))
      return t('It is not a picture of a type that this server reads.')
    return t('The server says: {{said}}', { said })
  }
}

function sentence(said: string): string {
  return said.charAt(0).toUpperCase() + said.slice(1) + (/[.!?]$/.test(said) ? '' : '.')
}
