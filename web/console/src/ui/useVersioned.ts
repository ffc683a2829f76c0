// Sends what a form has changed of a thing, on condition that nobody else has changed it since it was read.
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { changed, onto, rebased } from './rebase'
import { isStale, useSubmit } from './useSubmit'

/** What a form holds of a thing at a version. */
export interface Version<V> {
  values: V
  etag: string
}

interface Task<V, R> {
  /** Sends what differs from the base, as a change of that version. */
  send: (mine: V, base: Version<V>) => Promise<R>
  /** Reads the thing again. */
  read: () => Promise<Version<V>>
  onSuccess: (result: R) => unknown
}

/**
 * useVersioned returns what sends the values of a form. Where someone else has changed other fields meanwhile, both
 * changes stand. Where it is the same field, conflict is what they and the form made of it, until one is chosen.
 */
export function useVersioned<V extends object, R>(form: UseFormReturnType<V>, first: Version<V>, task: Task<V, R>) {
  const [base, setBase] = useState(first)
  const [theirs, setTheirs] = useState<Version<V>>()

  const stand = (version: Version<V>, values: V) => {
    setBase(version)
    setTheirs(undefined)
    form.setInitialValues(version.values)
    form.setValues(values)
  }

  const send = async (mine: V, from: Version<V>): Promise<R> => {
    try {
      return await task.send(mine, from)
    } catch (problem) {
      if (!isStale(problem)) throw problem
      const now = await task.read()
      const both = rebased(from.values, mine, now.values)
      if (!both) {
        setTheirs(now)
        throw problem
      }
      stand(now, both)
      return send(both, now)
    }
  }

  const { submit, submitOver, busy, problem } = useSubmit(
    form,
    (values, over) => {
      if (!over || !theirs) return send(values, base)
      const mine = onto(theirs.values, base.values, values)
      stand(theirs, mine)
      return send(mine, theirs)
    },
    task.onSuccess,
  )

  const merged = theirs && onto(theirs.values, base.values, form.getValues())
  return {
    submit,
    busy,
    problem,
    conflict: theirs && merged && { fields: changed(theirs.values, merged), mine: merged, theirs: theirs.values },
    keepMine: submitOver,
    takeTheirs: () => theirs && stand(theirs, theirs.values),
  }
}
