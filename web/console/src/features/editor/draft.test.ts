import { describe, expect, test } from 'vitest'
import type { PhotoDetail } from '../../api/types'
import { changed, rebased } from '../../ui/rebase'
import { bodyOf, draftOf, pointOf, wallClock, withOffset } from './draft'

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
    expect(bodyOf(draftOf(photo), changed(draftOf(photo), draftOf(photo)))).toEqual({})
  })
  test('sends the fields that differ, and no others', () => {
    const draft = { ...draftOf(photo), title: 'Figs', tags: ['fruit', 'red'] }
    expect(bodyOf(draft, changed(draftOf(photo), draft))).toEqual({ title: 'Figs', tags: ['fruit', 'red'] })
  })
  test('has the primary category first', () => {
    const draft = draftOf(photo)
    expect(draft.categories).toEqual(['7', '3'])
    expect(bodyOf(draft, ['categories'])).toEqual({
      categories: [
        { id: 7, is_primary: true },
        { id: 3, is_primary: false },
      ],
    })
  })
  test('takes a place away as a whole, and reads commas in numbers', () => {
    const empty = { name: '', city: '', country: '', latitude: '', longitude: '' }
    expect(bodyOf({ ...draftOf(photo), location: empty }, ['location'])).toEqual({ location: null })
    const there = { ...empty, latitude: '41,15', longitude: '-8.6' }
    expect(bodyOf({ ...draftOf(photo), location: there }, ['location']).location).toMatchObject({
      latitude: 41.15,
      longitude: -8.6,
    })
  })
  test('sends all notes, also those under names of their own, but for empty ones', () => {
    const draft = draftOf(photo)
    const others = [...draft.metadata.others, { name: ' print ', value: '3/10' }, { name: '', value: 'lost' }]
    draft.metadata = { ...draft.metadata, weather: 'fog', temperature: '', others }
    expect(bodyOf(draft, ['metadata'])).toEqual({ metadata: { film: 'HP5', print: '3/10', weather: 'fog' } })
  })
})

describe('what someone else saved meanwhile', () => {
  const base = draftOf(photo)
  test('comes below what was changed here', () => {
    const theirs = { ...base, slug: 'the-fig', status: 'published' as const }
    expect(rebased(base, { ...base, title: 'Figs' }, theirs)).toEqual({ ...theirs, title: 'Figs' })
  })
  test('is in conflict with a change of the same field', () => {
    expect(rebased(base, { ...base, title: 'Figs' }, { ...base, title: 'Feigen' })).toBeUndefined()
  })
})

test.each([
  ['41,15', '-8.6', { latitude: 41.15, longitude: -8.6 }],
  ['', '3', undefined],
  ['north', '3', undefined],
  ['95', '3', undefined],
])('a point at %s, %s', (latitude, longitude, point) => expect(pointOf({ latitude, longitude })).toEqual(point))

test('a wall clock and its offset name the moment', () => {
  const clock = wallClock(new Date('2026-05-31T03:12:00Z'))
  expect(new Date(withOffset(clock)).toISOString()).toBe('2026-05-31T03:12:00.000Z')
})
