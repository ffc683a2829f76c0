// The words of the interface: English is written where it is used, and is the key
// of the other languages. A language is one catalogue for each feature.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from './en'
import type zh from './zh'

/** The languages, by the names that their speakers have for them. */
export const languages = { en: 'English', zh: '中文' } as const

export type Language = keyof typeof languages
export type Words = keyof typeof zh

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: typeof zh }
  }
}

const memory = 'vitrine-language'

export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: en } },
  })
  await choose(remembered())
}

/** speak changes the language, here and for the next visit. */
export async function speak(language: Language): Promise<void> {
  localStorage.setItem(memory, language)
  await choose(language)
}

async function choose(language: Language): Promise<void> {
  if (language === 'zh' && !i18next.hasResourceBundle('zh', 'translation')) {
    const { default: words } = await import('./zh')
    i18next.addResourceBundle('zh', 'translation', words)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

function remembered(): Language {
  const stored = localStorage.getItem(memory) ?? navigator.language.slice(0, 2)
  return stored === 'zh' ? 'zh' : 'en'
}
