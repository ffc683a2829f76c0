import { expect, test } from 'vitest'
import { readDeliveryFilter } from './filter'

test('an address that is old or mistyped shows something', () => {
  expect(readDeliveryFilter({ status: 'lost', event: 'photo.updated', page: 1, other: 3 })).toEqual({
    event: 'photo.updated',
  })
  expect(readDeliveryFilter({ status: 'dead', page: 4 })).toEqual({ status: 'dead', page: 4 })
})
