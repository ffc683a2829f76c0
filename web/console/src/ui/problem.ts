// Problems in the reader's words.
import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import type { Fault } from '../api/types'
import { tell } from './notices'

interface Said {
  title: string
  advice: string
  /** Under what the log has it. */
  reference?: string
}

export function useSayProblem(): (problem: unknown) => Said {
  const { t, i18n } = useTranslation()
  return useCallback((problem) => say(problem, t, i18n.language), [t, i18n.language])
}

/** useNotify shows a problem of something that has no place of its own on the screen. */
export function useNotify(): (problem: unknown) => void {
  const sayProblem = useSayProblem()
  return useCallback(
    (problem) => {
      const { title, advice } = sayProblem(problem)
      tell({ tone: 'problem', title, message: advice })
    },
    [sayProblem],
  )
}

function say(problem: unknown, t: TFunction, language: string): Said {
  if (!(problem instanceof Problem)) {
    return { title: t('Something went wrong in this page.'), advice: t('Load it again. What was saved is safe.') }
  }
  switch (problem.type) {
    case 'OFFLINE':
      return {
        title: t('The server cannot be reached.'),
        advice: t('Check the connection. Nothing that was saved is lost.'),
      }
    case 'PERMISSION_DENIED':
      return problem.requiredPermission
        ? {
            title: t('You may not do this.'),
            advice: t('It needs the permission {{permission}}. An administrator can give you a role that has it.', {
              permission: problem.requiredPermission,
            }),
          }
        : { title: t('You may not do this.'), advice: problem.message }
    case 'RATE_LIMIT_EXCEEDED':
      return {
        title: t('Too many requests.'),
        advice: t('Try again in {{seconds}} s.', { seconds: Math.max(1, problem.retryAfter) }),
      }
    case 'SERVICE_UNAVAILABLE':
      return {
        title: t('The server is busy.'),
        advice: t('Try again in {{seconds}} s.', { seconds: Math.max(1, problem.retryAfter) }),
      }
    case 'RESOURCE_NOT_FOUND':
      return { title: t('This is not there.'), advice: t('It may have been deleted meanwhile.') }
    case 'INTERNAL_SERVER_ERROR':
      return {
        title: t('Something went wrong in the server.'),
        advice: t('It was logged. Try again, and tell the operator if it stays.'),
        reference: problem.requestId,
      }
    default:
      return { title: t('This was refused.'), advice: advise(problem, t, language) }
  }
}

/** The server explains in English; other languages have a sentence for each code. */
function advise(problem: Problem, t: TFunction, language: string): string {
  if (problem.faults.length > 0) return problem.faults.map((f) => `${f.field}: ${sayFault(f, t, language)}`).join('\n')
  if (language === 'en') return problem.message
  if (problem.details.conflict === 'last_super_admin') return t('The last active super_admin must stay one.')
  if (problem.type === 'RESOURCE_CONFLICT') return t('It conflicts with what is there already.')
  if (problem.status === 401) return t('The username or the password is wrong.')
  return problem.message
}

/** sayFault tells what is wrong with a field. */
export function sayFault(fault: Fault, t: TFunction, language: string): string {
  if (language === 'en') return fault.message.charAt(0).toUpperCase() + fault.message.slice(1)
  switch (fault.code) {
    case 'REQUIRED':
      return t('This is required.')
    case 'INVALID_FORMAT':
      return t('This is not written as it must be.')
    case 'INVALID_TYPE':
    case 'INVALID_VALUE':
      return t('This is not one of the possible values.')
    case 'OUT_OF_RANGE':
      return t('This is too large or too small.')
    case 'TOO_SHORT':
      return t('This is too short.')
    case 'TOO_LONG':
      return t('This is too long.')
    case 'TOO_LARGE':
    case 'TOO_MANY':
      return t('This is too much.')
    case 'NOT_FOUND':
      return t('This does not exist.')
    case 'NOT_UNIQUE':
      return t('This is taken already.')
    default:
      return fault.message
  }
}
