import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Problem } from '../../api/problem'
import type { PhotoItem } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { tell } from '../../ui/notices'
import { useSayProblem } from '../../ui/problem'
import type { Changing } from './undo'
import { type BatchResult, type Change, inRequests, photosIn, type Step, together, useBatch } from './useBatch'

/** What is said and done when a change is made. */
interface Plan {
  /** Says that it is made of so many photos. */
  done: (count: number) => string
  /** What takes it back of these photos; it cannot be taken back if there is none. */
  back?: (ids: number[]) => Change[]
  onUndone?: () => void
}

/**
 * useChanges returns what changes photos, says what came of it, and offers to take it back, or to go on where it ended.
 * Each returns the ids of the photos that it changed.
 */
export function useChanges() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const client = useQueryClient()
  const sayProblem = useSayProblem()
  const { run, progress, stop } = useBatch()

  const carryOut = async (steps: Step[], plan: Plan, before?: BatchResult): Promise<number[]> => {
    const result = await run(steps)
    const { problem } = result
    if (problem instanceof Problem && problem.type === 'PERMISSION_DENIED')
      client.invalidateQueries({ queryKey: ['profile'] })
    report(before ? together(before, result) : result, plan)
    return result.succeeded
  }

  const why = (problems: Problem[]) =>
    [...new Set(problems.map(sayProblem).map(({ title, advice }) => advice || title))].join(' ')

  const report = (result: BatchResult, plan: Plan) => {
    const { failed, left, problems, problem } = result
    const ids = [...new Set(result.succeeded)]
    const waiting = photosIn(left)
    const said = problem ? sayProblem(problem) : undefined
    const lines = [
      failed > 0 &&
        t('{{what}}: {{how}}', { what: t('{{count}} could not be changed', { count: failed }), how: why(problems) }),
      waiting > 0 && t('{{count}} photos are still to do.', { count: waiting, n: number(waiting) }),
      said && `${said.title} ${said.advice}`,
    ].filter(Boolean)
    const { back, onUndone } = plan
    const undo = async () => {
      const undone =
        back &&
        (await carryOut(inRequests(back(ids)), {
          done: (count) => t('{{count}} photos taken back', { count, n: number(count) }),
        }))
      if (undone) onUndone?.()
    }
    const takeBack = back && ids.length > 0 ? { label: t('Undo'), run: undo } : undefined
    tell({
      tone: lines.length > 0 ? 'warning' : undefined,
      message: [plan.done(ids.length), ...lines].join('\n'),
      lasting: waiting > 0,
      action: waiting > 0 ? { label: t('Go on'), run: () => carryOut(left, plan, result) } : takeBack,
      other: waiting > 0 ? takeBack : undefined,
    })
  }

  const idsOf = (photos: PhotoItem[]) => photos.map(({ id }) => id)
  const all = (action: Change['action'], photos: PhotoItem[]) => inRequests([{ action, data: {}, ids: idsOf(photos) }])
  const restoring = (ids: number[]): Change[] => [{ action: 'restore', data: {}, ids }]
  const trashing = (ids: number[]): Change[] => [{ action: 'delete', data: {}, ids }]

  return {
    change: ({ change, back }: Changing, onUndone?: () => void) =>
      carryOut(inRequests([change]), {
        done: (count) => t('{{count}} photos changed', { count, n: number(count) }),
        back: (ids) => back.map((b) => ({ ...b, ids: b.ids.filter((id) => ids.includes(id)) })),
        onUndone,
      }),
    remove: (photos: PhotoItem[], onUndone?: () => void) =>
      carryOut(all('delete', photos), {
        done: (count) => t('{{count}} photos moved to the trash', { count, n: number(count) }),
        back: restoring,
        onUndone,
      }),
    restore: (photos: PhotoItem[], onUndone?: () => void) =>
      carryOut(all('restore', photos), {
        done: (count) => t('{{count}} photos restored', { count, n: number(count) }),
        back: trashing,
        onUndone,
      }),
    purge: (photos: PhotoItem[]) =>
      carryOut(all('purge', photos), {
        done: (count) => t('{{count}} photos deleted for good', { count, n: number(count) }),
      }),
    remake: (photos: PhotoItem[]) =>
      carryOut(all('reprocess', photos), {
        done: (count) => t('The pictures of {{count}} photos are made again', { count, n: number(count) }),
      }),
    progress,
    stop,
  }
}
