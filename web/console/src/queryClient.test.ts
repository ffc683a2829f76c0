import { expect, test, vi } from 'vitest'
import { Problem, type ProblemType } from './api/problem'
import { queryClient } from './queryClient'
import { waiting } from './shell/waiting'

const refused = (status: number, type: ProblemType, retryAfter = 0) =>
  new Problem(status, { message: 'No.', error: { type } }, retryAfter)

/** What is refused once and then goes well, or is refused for good. */
function ask(problem: Problem) {
  const answer = vi.fn().mockRejectedValueOnce(problem).mockResolvedValue('yes')
  return {
    answer,
    asking: queryClient.fetchQuery({
      ...queryClient.getDefaultOptions().queries,
      queryKey: [problem],
      queryFn: answer,
    }),
  }
}

test('what is refused for good is not asked again, and nobody is told to wait', async () => {
  const told = vi.spyOn(waiting, 'until')
  for (const [status, type] of [
    [400, 'VALIDATION_ERROR'],
    [403, 'PERMISSION_DENIED'],
    [404, 'RESOURCE_NOT_FOUND'],
    [409, 'RESOURCE_CONFLICT'],
    [500, 'INTERNAL_SERVER_ERROR'],
  ] as const) {
    const { answer, asking } = ask(refused(status, type))
    await expect(asking).rejects.toThrow()
    expect(answer).toHaveBeenCalledTimes(1)
  }
  expect(told).not.toHaveBeenCalled()
})

test('what is refused for now is asked again when the server says, which all are told', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const told = vi.spyOn(waiting, 'until').mockClear()
  const { answer, asking } = ask(refused(503, 'SERVICE_UNAVAILABLE', 7))
  await vi.advanceTimersByTimeAsync(6_999)
  expect(answer).toHaveBeenCalledTimes(1)
  expect(told).toHaveBeenCalledWith(1_007_000, expect.anything())
  await vi.advanceTimersByTimeAsync(1)
  await expect(asking).resolves.toBe('yes')
  vi.useRealTimers()
})

test('a change that was refused since the server was busy may have been made: it is not sent again', async () => {
  const told = vi.spyOn(waiting, 'until').mockClear()
  const change = vi.fn().mockRejectedValue(refused(503, 'SERVICE_UNAVAILABLE', 7))
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: change })
  await expect(mutation.execute(undefined)).rejects.toThrow()
  expect(change).toHaveBeenCalledTimes(1)
  expect(told).not.toHaveBeenCalled()
})
