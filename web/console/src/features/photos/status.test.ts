import { expect, test } from 'vitest'
import type { PhotoItem } from '../../api/types'
import { makingOf } from './status'

const made = { thumb_small: '/media/a.jpg' }

test.each([
  ['completed', made, undefined],
  ['processing', made, undefined],
  ['processing', {}, 'at work'],
  ['pending', {}, 'at work'],
  ['failed', {}, 'failed'],
  ['failed', made, 'failed'],
  [undefined, {}, 'no file'],
  ['completed', {}, 'no pictures'],
])('a file that is %s with %j: %s', (processing_status, formats, making) => {
  expect(makingOf({ processing_status, formats } as PhotoItem)).toBe(making)
})
