import i18next from 'i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conflicts, failures, faults } from '../api/reasons'
import type { Fault } from '../api/types'
import zh from '../i18n/zh'
import { sayFailure, sayFault } from './reasons'
import chinese from './reasons.zh'

const places = (sentence: string, pattern: RegExp) => [...sentence.matchAll(pattern)].map(([, name]) => name).sort()

/** What a program names and a remote host says stands below the sentence, in its language. */
const apart = ['said']

test.each([
  ...Object.entries(faults).map(([word, said]) => [`fault ${word}`, said]),
  ...Object.entries(failures).map(([word, said]) => [`failure ${word}`, said]),
])('%s is a whole sentence in Chinese with the same figures', (key, english) => {
  const own = chinese[key as keyof typeof chinese]
  expect(own).toMatch(/[\u4e00-\u9fff].*[。：]|\{\{problem\}\}$/)
  expect(places(own, /\{\{(\w+)\}\}/g)).toEqual(
    places(english, /\{(\w+)\}/g).filter((name) => !apart.includes(name ?? '')),
  )
})

test('every conflict has a sentence, and no sentence is of what the server does not know', () => {
  const known = [
    ...Object.keys(faults).map((word) => `fault ${word}`),
    ...Object.keys(failures).map((word) => `failure ${word}`),
    ...conflicts.map((word) => `conflict ${word}`),
  ]
  expect(Object.keys(chinese).filter((key) => !key.startsWith('field '))).toEqual(expect.arrayContaining(known))
  expect(known).toEqual(expect.arrayContaining(Object.keys(chinese).filter((key) => !key.startsWith('field '))))
})

const tooLong = { field: 'title', code: 'TOO_LONG', message: 'must be at most 200 characters' } as Fault
const fault = { ...tooLong, reason: 'max_characters', params: { max: 200 } } as unknown as Fault

beforeAll(async () => {
  await i18next.init({
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: {} }, zh: { translation: zh } },
  })
})
afterAll(() => i18next.changeLanguage('en'))

test.each([
  ['en', fault, 'Must be at most 200 characters.'],
  ['zh', fault, '最多 200 个字符。'],
  ['zh', { ...fault, reason: 'one_of', params: { allowed: ['a', 'b'] } }, '必须是以下之一：a、b。'],
  ['zh', { ...fault, reason: 'max_bytes', params: { bytes: 65_536 } }, '最大 65.5 kB。'],
  ['zh', { ...fault, reason: 'of_a_later_server' }, '未被接受：must be at most 200 characters'],
])('in %s a fault says %#', async (language, of, said) => {
  await i18next.changeLanguage(language)
  expect(sayFault(of as Fault, i18next.t)).toBe(said)
})

const certificate = { error: 'x509: expired', error_reason: 'certificate', error_params: { said: 'x509: expired' } }

test.each([
  ['en', { error: 'answered 503', error_reason: 'answered', error_params: { status: 503 } }, { text: 'Answered 503.' }],
  [
    'zh',
    { error: 'answered 503', error_reason: 'answered', error_params: { status: 503 } },
    { text: '接收方返回了状态码 503。' },
  ],
  ['zh', certificate, { text: '接收方的证书无效。', said: 'x509: expired' }],
  ['zh', { error: 'as before', error_reason: null }, { text: '服务器给出的原因：', said: 'as before' }],
])('in %s a failure says %#', async (language, of, said) => {
  await i18next.changeLanguage(language)
  expect(sayFailure(of, i18next.t)).toEqual(said)
})
