// Problems in the reader's words.
import i18next, { type TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import type { Fault } from '../api/types'
import { tell } from './notices'
import { sayConflict, sayFault } from './reasons'

interface Said {
  title: string
  advice: string
  /** The same in English, where the reader's language has no sentence for it. */
  said?: string
  /** Under what the log has it. */
  reference?: string
}

export function useSayProblem(): (problem: unknown) => Said {
  const { t } = useTranslation()
  return useCallback((problem) => say(problem, t), [t])
}

/** useNotify shows a problem of something that has no place of its own on the screen. */
export function useNotify(): (problem: unknown) => void {
  const sayProblem = useSayProblem()
  return useCallback(
    (problem) => {
      const { title, advice, said } = sayProblem(problem)
      tell({ tone: 'problem', title, message: said ? `${advice} ${said}` : advice })
    },
    [sayProblem],
  )
}

function say(problem: unknown, t: TFunction): Said {
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
        : { title: t('You may not do this.'), ...advise(problem, t) }
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
      return { title: t('This was refused.'), ...advise(problem, t) }
  }
}

/** The server explains in English; other languages have a sentence for each fault and conflict. */
function advise(problem: Problem, t: TFunction): Pick<Said, 'advice' | 'said'> {
  if (problem.faults.length > 0) return { advice: problem.faults.map((fault) => sayFaultOf(fault, t)).join('\n') }
  if (i18next.language === 'en') return { advice: problem.message }
  const conflict = sayConflict(problem.details.conflict, t)
  if (conflict) return { advice: conflict }
  if (problem.status === 401) return { advice: t('The username or the password is wrong.') }
  return { advice: t('The server says:'), said: problem.message }
}

/** What is the only thing that a request has needs no name. */
const unnamed = /^(body|file|files\[\])$/

/** sayFaultOf tells what is wrong with which field, for one that is not on the screen. */
function sayFaultOf(fault: Fault, t: TFunction): string {
  const said = sayFault(fault, t)
  if (unnamed.test(fault.field)) return said
  const name =
    fault.field
      .replace(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? ''
  const key = `field ${name}`
  const what = i18next.exists(key) ? (t(key as never) as string) : name.replaceAll('_', ' ')
  return t('{{what}}: {{how}}', { what, how: said })
}
