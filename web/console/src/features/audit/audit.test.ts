import { expect, test } from 'vitest'
import type { Audit } from '../../api/types'
import { wordsOf } from './actions'
import { readAuditFilter } from './filter'
import { changesOf, nameOf, placeOf, userOf } from './record'

const record = (action: string, part: Partial<Audit> = {}): Audit => ({
  id: 1,
  at: '2026-05-31T12:00:00Z',
  user_id: 3,
  username: 'ansel',
  ip_address: '192.0.2.7',
  request_id: 'a',
  action,
  object_type: action.split('.')[0] ?? '',
  object_id: '42',
  detail: {},
  ...part,
})

test('an address that is old or mistyped shows something', () => {
  expect(readAuditFilter({ user_id: 'x', action: '', date_from: 'May', date_to: '2026-13-40', page: 1 })).toEqual({})
  const filter = { user_id: 3, action: 'photo.update', object_type: 'photo', date_from: '2026-05-01', page: 2 }
  expect(readAuditFilter({ ...filter, object_id: 42 })).toEqual({ ...filter, object_id: '42' })
})

test('changes are told from what else a record may hold', () => {
  expect(changesOf({ detail: { title: { from: 'a', to: 'b' }, password: {} } })).toHaveLength(2)
  expect(changesOf({ detail: { title: 'a', status: 'draft' } })).toEqual([])
  expect(changesOf({ detail: { photo_ids: [1, 2] } })).toEqual([])
})

test('a thing is called what it was called then', () => {
  expect(nameOf({ detail: { title: { from: 'Harbour', to: 'Harbor' } } })).toBe('Harbor')
  expect(nameOf({ detail: { original_filename: 'a.jpg', file_size: 3 } })).toBe('a.jpg')
  expect(nameOf({ detail: { name: {} } })).toBeUndefined()
})

test('the user whom it is about', () => {
  expect(userOf(record('user.login_refused', { object_id: '' }))).toBe('')
  expect(userOf(record('user.update'))).toBe('42')
  expect(userOf(record('user.login', { object_type: 'session' }))).toBeUndefined()
  expect(userOf(record('session.end', { detail: { user_id: 7 } }))).toBe('7')
})

test('what is gone has no place, and what has no screen neither', () => {
  expect(placeOf(record('photo.update'))).toEqual({ to: '/photos/$id', params: { id: '42' } })
  expect(placeOf(record('photo.delete'))).toEqual({ to: '/trash' })
  expect(placeOf(record('photo.purge'))).toBeUndefined()
  expect(placeOf(record('upload.create'))).toBeUndefined()
})

test('an action of a later version is not lost', () => {
  expect(wordsOf('photo.update')).toBe('changed the photo {{what}}')
  expect(wordsOf('photo.painted')).toBeUndefined()
})
