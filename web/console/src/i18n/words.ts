// The words of the interface: English is written where it is used, and is the key
// of the other languages. A language is one catalogue for each feature, in two
// parts: what the first screen says, and what the others do.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { arrived } from '../api/reach'
import en from './en'
import type later from './later.zh'
import type zh from './zh'

/** The languages, by the names that their speakers have for them. */
export const languages = { en: 'English', zh: '中文' } as const

export type Language = keyof typeof languages
type Catalogue = typeof zh & typeof later
export type Words = keyof Catalogue

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: Catalogue }
  }
}

const memory = 'vitrine-language'
const namespace = 'translation'

const parts = {
  en: { first: async () => ({ default: en }), later: () => import('./later.en') },
  zh: { first: () => import('./zh'), later: () => import('./later.zh') },
} satisfies Record<Language, Record<Part, () => Promise<{ default: object }>>>

type Part = 'first' | 'later'

const wanted = new Set<Part>(['first'])
const loads = new Map<string, Promise<void>>()

export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
    react: { bindI18nStore: 'added' }, // what comes later appears in what is shown already
  })
  await choose(remembered())
}

/** allWords loads the words of the screens that are not the first. */
export async function allWords(): Promise<void> {
  wanted.add('later')
  await load(i18next.language as Language)
}

/** speak changes the language, here and for the next visit. */
export async function speak(language: Language): Promise<void> {
  localStorage.setItem(memory, language)
  await choose(language)
}

async function choose(language: Language): Promise<void> {
  await load(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

async function load(language: Language): Promise<void> {
  await Promise.all([...wanted].map((part) => loadPart(language, part)))
}

function loadPart(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`
  const begun = loads.get(name) ?? add(language, parts[language][part])
  loads.set(name, begun)
  return begun
}

async function add(language: Language, catalogue: () => Promise<{ default: object }>): Promise<void> {
  const { default: words } = await arrived(catalogue)
  i18next.addResourceBundle(language, namespace, words, false, true)
}

function remembered(): Language {
  const stored = localStorage.getItem(memory) ?? navigator.language.slice(0, 2)
  return stored === 'zh' ? 'zh' : 'en'
}
