import { expect, test } from 'vitest'
import { addressOf, bodyOf, draftOf, isOver } from './draft'

test('a password is sent only when it is set or taken off', () => {
  const draft = { ...draftOf(), title: 'Wedding' }
  expect(bodyOf(draft)).toEqual({ title: 'Wedding', expires_at: null, allow_download: false, allow_picks: true })
  expect(bodyOf({ ...draft, password: 'copper beech' })).toMatchObject({ password: 'copper beech' })
  expect(bodyOf({ ...draft, password: 'copper beech', removePassword: true })).toMatchObject({ password: null })
})

test('an address without a host is of this server', () => {
  expect(addressOf('/s/abc', 'https://photos.example')).toBe('https://photos.example/s/abc')
  expect(addressOf('https://other.example/s/abc', 'https://photos.example')).toBe('https://other.example/s/abc')
})

test('a link is over from its end on', () => {
  const end = '2026-08-31T22:00:00Z'
  expect(isOver(end, Date.parse(end) - 1)).toBe(false)
  expect(isOver(end, Date.parse(end))).toBe(true)
  expect(isOver(null)).toBe(false)
})
