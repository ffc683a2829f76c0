import { describe, expect, test } from 'vitest'
import type { PhotoDetail } from '../../api/types'
import { bodyOf, changed, draftOf, wallClock, withOffset } from './draft'

const photo = {
  title: 'Fig',
  description: '',
  slug: 'fig',
  status: 'draft',
  taken_at: '2026-05-31T03:12:40Z',
  tags: [{ name: 'fruit' }],
  categories: [
    { id: 3, is_primary: false },
    { id: 7, is_primary: true },
  ],
  location: { name: null, city: 'Porto', country: null, latitude: 41.15, longitude: -8.6 },
  metadata: { weather: null, temperature: '12 °C', processing_notes: null, film: 'HP5' },
} as unknown as PhotoDetail

describe('a draft', () => {
  test('that nobody touched sends nothing', () => {
    expect(bodyOf(draftOf(photo), changed(draftOf(photo), draftOf(photo)), photo)).toEqual({})
  })
  test('sends the fields that differ, and no others', () => {
    const draft = { ...draftOf(photo), title: 'Figs', tags: ['fruit', 'red'] }
    expect(bodyOf(draft, changed(draftOf(photo), draft), photo)).toEqual({ title: 'Figs', tags: ['fruit', 'red'] })
  })
  test('has the primary category first', () => {
    const draft = draftOf(photo)
    expect(draft.categories).toEqual(['7', '3'])
    expect(bodyOf(draft, ['categories'], photo)).toEqual({
      categories: [
        { id: 7, is_primary: true },
        { id: 3, is_primary: false },
      ],
    })
  })
  test('takes a place away as a whole, and reads commas in numbers', () => {
    const empty = { name: '', city: '', country: '', latitude: '', longitude: '' }
    expect(bodyOf({ ...draftOf(photo), location: empty }, ['location'], photo)).toEqual({ location: null })
    const there = { ...empty, latitude: '41,15', longitude: '-8.6' }
    expect(bodyOf({ ...draftOf(photo), location: there }, ['location'], photo).location).toMatchObject({
      latitude: 41.15,
      longitude: -8.6,
    })
  })
  test('keeps metadata that the form does not show', () => {
    const draft = draftOf(photo)
    draft.metadata = { ...draft.metadata, weather: 'fog', temperature: '' }
    expect(bodyOf(draft, ['metadata'], photo)).toEqual({ metadata: { film: 'HP5', weather: 'fog' } })
  })
})

test('a wall clock and its offset name the moment', () => {
  const clock = wallClock(new Date('2026-05-31T03:12:00Z'))
  expect(new Date(withOffset(clock)).toISOString()).toBe('2026-05-31T03:12:00.000Z')
})
