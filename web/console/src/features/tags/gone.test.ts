import { expect, test } from 'vitest'
import { Problem, type ProblemType } from '../../api/problem'
import { untilGone } from './gone'

const problem = (type: ProblemType) => new Problem(0, { message: 'no', error: { type } })

test('what is gone already is removed; any other refusal stands', async () => {
  await expect(untilGone(Promise.resolve())).resolves.toBeUndefined()
  await expect(untilGone(Promise.reject(problem('RESOURCE_NOT_FOUND')))).resolves.toBeUndefined()
  await expect(untilGone(Promise.reject(problem('OFFLINE')))).rejects.toThrow('no')
  await expect(untilGone(Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
})
