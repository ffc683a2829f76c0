import { expect, test } from 'vitest'
import { ProcessingFailed } from './following'
import { seal, unseal } from './sealed'
import { problem } from './world.fake'

const faults = [{ field: 'file', code: 'TOO_LARGE', message: 'is too large', reason: 'max_bytes', params: { max: 5 } }]

test.each([
  ['of the server', problem('VALIDATION_ERROR', 400, 7, faults)],
  ['with details', problem('RESOURCE_CONFLICT', 409, 0, { conflict: 'file_in_use' })],
  ['of a picture', new ProcessingFailed({ error: 'It is cut short.', error_reason: 'undecodable' })],
  ['of the page', new Error('no answer')],
])('a problem %s stays what it is from tab to tab', (_, error) => {
  const { problem: arrived } = unseal<{ problem: Error }>(structuredClone(seal({ problem: error })))
  expect(arrived).toBeInstanceOf(error.constructor)
  expect({ ...arrived, message: arrived.message }).toEqual({ ...error, message: error.message })
})

test('a file stays where it is, but for one that was changed: whether it is there tells what can be done', () => {
  const file = new File([], 'a.jpg')
  expect(seal({ stage: 'waiting', file })).toEqual({ stage: 'waiting' })
  expect(seal({ stage: 'changed', file })).toEqual({ stage: 'changed', file })
})
