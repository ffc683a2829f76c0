import { expect, test } from 'vitest'
import { changedElsewhere, isDefault, type Saved, type Setting, settingsOf, withChange, withoutSaved } from './setting'

const saved = { general: { site_title: 'Light', site_author: '' }, image: { quality_jpg: 85 } } as Saved
const settingOf = (key: string) => settingsOf('general', []).find((setting) => setting.key === key) as Setting
const title = settingOf('site_title')
const author = settingOf('site_author')

test('a draft holds what differs from what is saved', () => {
  let draft = withChange({}, saved, title, 'Shade')
  expect(draft).toEqual({ site_title: 'Shade' })
  draft = withChange(draft, saved, author, 'Vivian')
  draft = withChange(draft, saved, title, 'Light')
  expect(draft).toEqual({ site_author: 'Vivian' })
})

test('what another saved meanwhile is found, and what came to the same is no change', () => {
  const now = { ...saved, general: { ...saved.general, site_title: 'Dusk' } } as Saved
  const draft = { site_title: 'Shade', site_author: 'Vivian' }
  expect(changedElsewhere(draft, saved, now)).toEqual(['site_title'])
  expect(withoutSaved({ ...draft, site_title: 'Dusk' }, now)).toEqual({ site_author: 'Vivian' })
})

test('defaults are told from other values', () => {
  expect(isDefault(saved, author)).toBe(true)
  expect(isDefault(saved, title)).toBe(false)
})
