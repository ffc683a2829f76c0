// Sends what a form holds: faults and conflicts go to their fields, what has no field
// is returned, and a change that someone else was quicker with is left to useVersioned.
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import { useShowFaults } from './faults'
import { sayTaken } from './reasons'

interface Sent<V> {
  values: V
  /** Whether to save over what someone else has saved. */
  over: boolean
}

/** conflictOf names what a change is in conflict with, such as "stale" or "slug_taken". */
function conflictOf(problem: unknown): string {
  return problem instanceof Problem ? String(problem.details.conflict ?? '') : ''
}

/** isStale tells whether a change was refused since someone else had saved meanwhile. */
export function isStale(problem: unknown): boolean {
  return conflictOf(problem) === 'stale'
}

/** takenField names the field whose value something else has already, as in the conflict "email_taken". */
export function takenField(problem: unknown): string | undefined {
  return conflictOf(problem).match(/^(.+)_taken$/)?.[1]
}

/** useSubmit returns what sends the values of a form, and what has become of it. */
export function useSubmit<V extends object, R>(
  form: UseFormReturnType<V>,
  send: (values: V, over: boolean) => Promise<R>,
  onSuccess: (result: R) => unknown,
) {
  const showFaults = useShowFaults(form)
  const { t } = useTranslation()
  const [problem, setProblem] = useState<Error>()
  const mutation = useMutation({
    mutationFn: ({ values, over }: Sent<V>) => send(values, over),
    onMutate: () => setProblem(undefined),
    onSuccess,
    onError: (e) => {
      const taken = takenField(e)
      if (taken && taken in form.getValues()) form.setFieldError(taken, sayTaken(e as Problem, t))
      else if (!showFaults(e)) setProblem(e)
    },
  })
  return {
    submit: form.onSubmit((values) => mutation.mutate({ values, over: false })),
    submitOver: () => mutation.mutate({ values: form.getValues(), over: true }),
    busy: mutation.isPending,
    problem: isStale(problem) ? undefined : problem,
  }
}
