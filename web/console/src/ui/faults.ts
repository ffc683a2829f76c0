// Puts the faults that the API finds at the fields of a form.
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import { sayFault } from './reasons'

/**
 * useShowFaults returns a function that shows each fault at the field of the form that it names, and returns whether
 * all of them have such a field. A fault in "tags[2]" or "location.latitude" belongs to the nearest field around it.
 */
export function useShowFaults<V>(form: UseFormReturnType<V>): (problem: unknown) => boolean {
  const { t } = useTranslation()
  return (problem) => {
    if (!(problem instanceof Problem) || problem.faults.length === 0) return false
    let all = true
    for (const fault of problem.faults) {
      const field = fieldOf(fault.field, form.getValues())
      if (field) form.setFieldError(field, sayFault(fault, t))
      else all = false
    }
    showFirstFault()
    return all
  }
}

/** showFirstFault leads to the first field that is not accepted, once it is drawn. */
export function showFirstFault() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus())
}

/** fieldOf returns the longest beginning of a path that is a field of the values. */
export function fieldOf(path: string, values: unknown): string | undefined {
  const parts = path.split(/[.[]/)
  for (let n = parts.length; n > 0; n--) {
    const candidate = parts.slice(0, n).join('.')
    if (has(values, parts.slice(0, n))) return candidate
  }
  return undefined
}

function has(values: unknown, parts: string[]): boolean {
  let at = values
  for (const part of parts) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !(part in at)) return false
    at = (at as Record<string, unknown>)[part]
  }
  return true
}
