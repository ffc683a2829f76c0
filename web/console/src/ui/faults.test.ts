import { expect, test } from 'vitest'
import { fieldOf } from './faults'

const values = { title: '', tags: ['a', 'b'], location: { name: '', latitude: '' } }

test.each([
  ['title', 'title'],
  ['tags[1]', 'tags'],
  ['location.latitude', 'location.latitude'],
  ['location.country', 'location'],
  ['sort_order', undefined],
])('a fault of %s is shown at %s', (path, field) => expect(fieldOf(path, values)).toBe(field))
