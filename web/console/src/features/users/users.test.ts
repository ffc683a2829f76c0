import { describe, expect, test } from 'vitest'
import { changesOf, draftOf } from './draft'
import { readUserFilter } from './filter'
import { mayActOn, rolesToGive } from './rank'

describe('rank', () => {
  test('an owner acts on everyone, others on those below them', () => {
    expect(mayActOn('super_admin', 'super_admin')).toBe(true)
    expect(mayActOn('admin', 'admin')).toBe(false)
    expect(mayActOn('admin', 'editor')).toBe(true)
    expect(mayActOn('editor', 'admin')).toBe(false)
  })

  test('nobody gives a role that they could not act on', () => {
    expect(rolesToGive('admin')).toEqual(['editor', 'user'])
    expect(rolesToGive('super_admin')).toHaveLength(4)
  })
})

test('an address that is old or mistyped shows something', () => {
  expect(readUserFilter({ role: 'king', status: 'active', page: 1, search: '', other: 3 })).toEqual({
    status: 'active',
  })
  expect(readUserFilter({ role: 'editor', page: 3, search: 42 })).toEqual({ role: 'editor', page: 3, search: '42' })
})

test('only what was changed is sent, and a password only if there is one', () => {
  const before = { ...draftOf('user'), username: 'ansel', email: 'a@example.com' }
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, role: 'editor', is_active: false })).toEqual({
    role: 'editor',
    is_active: false,
  })
  expect(changesOf(before, { ...before, password: 'long enough to keep' })).toEqual({ password: 'long enough to keep' })
})
