// What goes from tab to tab: errors keep their kind, and files stay where they are.
import { Problem } from '../../../api/problem'
import { ProcessingFailed } from './following'

export interface Sealed {
  [name: string]: unknown
}

interface Holder {
  problem?: Error
  file?: File
  stage?: string
}

/** seal makes a thing ready for another tab. To know the file of one that was changed matters there. */
export function seal(holder: Holder): Sealed {
  const { problem, file, ...rest } = holder
  return {
    ...rest,
    ...(problem && { problem: sealedError(problem) }),
    ...(holder.stage === 'changed' && { file }),
  }
}

export function unseal<T extends Holder>({ problem, ...rest }: Sealed): T {
  return { ...rest, ...(problem !== undefined && { problem: errorOf(problem) }) } as T
}

function sealedError(problem: Error): unknown {
  if (problem instanceof ProcessingFailed) return { failed: problem.failed }
  return problem instanceof Problem ? { ...problem, message: problem.message } : problem
}

function errorOf(sealed: unknown): Error {
  if (sealed instanceof Error) return sealed
  if ('failed' in (sealed as object)) return new ProcessingFailed((sealed as ProcessingFailed).failed)
  const { status, message, type, faults, details, retryAfter } = sealed as Problem
  const of = { type, details: faults.length > 0 ? faults : details }
  return new Problem(status, { message, error: of }, retryAfter)
}
