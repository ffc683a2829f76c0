import { expect, test } from 'vitest'
import { changed, onto, rebased } from './rebase'

const base = { title: 'Fig', tags: ['fruit'], shown: true }

test('fields differ by what they hold', () => {
  expect(changed(base, { ...base, tags: ['fruit'] })).toEqual([])
  expect(changed(base, { title: 'Figs', tags: ['fruit', 'red'], shown: true })).toEqual(['title', 'tags'])
})

test('changes of different fields go together', () => {
  expect(rebased(base, { ...base, title: 'Figs' }, { ...base, shown: false })).toEqual({
    title: 'Figs',
    tags: ['fruit'],
    shown: false,
  })
})

test('two changes of one field do not, unless they are the same', () => {
  expect(rebased(base, { ...base, title: 'Figs' }, { ...base, title: 'Plum' })).toBeUndefined()
  expect(rebased(base, { ...base, title: 'Figs' }, { ...base, title: 'Figs', shown: false })).toEqual({
    ...base,
    title: 'Figs',
    shown: false,
  })
  expect(onto({ ...base, title: 'Plum', shown: false }, base, { ...base, title: 'Figs' })).toEqual({
    ...base,
    title: 'Figs',
    shown: false,
  })
})
