import { expect, test } from 'vitest'
import { blank, creationOf, updateOf } from './draft'

test('what the server makes by itself is not sent empty', () => {
  expect(Object.keys(creationOf(blank))).not.toContain('slug')
  expect(creationOf({ ...blank, name: 'fog', color: '#aaa' })).toMatchObject({ name: 'fog', color: '#aaa' })
})

test('only what was changed is sent', () => {
  expect(updateOf(blank, blank)).toEqual({})
  expect(updateOf(blank, { ...blank, tag_group: 'style', is_active: false })).toEqual({
    tag_group: 'style',
    is_active: false,
  })
})
