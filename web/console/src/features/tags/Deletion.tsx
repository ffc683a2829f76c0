import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { Tag } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Confirm } from '../../ui/Confirm'
import { tell } from '../../ui/notices'
import { useSayProblem } from '../../ui/problem'
import { inTurn } from '../photos/inTurn'
import { untilGone } from './gone'

interface Props {
  tags: Tag[]
  /** Is told which are gone. */
  onDone: (gone: Tag[]) => void
  onClose: () => void
}

/** Deletion says how many photos lose the tags, and asks. */
export function Deletion({ tags, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const client = useQueryClient()
  const sayProblem = useSayProblem()
  const remove = useMutation({
    mutationFn: async (going: Tag[]) => {
      const turns = await inTurn(going, ({ id }) =>
        untilGone(answer(api.DELETE('/v1/tags/{id}', { params: { path: { id } } }))),
      )
      await client.invalidateQueries()
      return turns
    },
    onSuccess: ({ left, problem }, going) => {
      const count = going.length - left.length
      const said = problem ? sayProblem(problem) : undefined
      const lines = [
        t('{{count}} tags deleted', { count, n: number(count) }),
        left.length > 0 && t('{{count}} tags are still to do.', { count: left.length, n: number(left.length) }),
        said && `${said.title} ${said.advice}`,
      ]
      tell({
        message: lines.filter(Boolean).join('\n'),
        tone: left.length > 0 ? 'warning' : undefined,
        lasting: left.length > 0,
        action: left.length > 0 ? { label: t('Go on'), run: () => remove.mutate(left) } : undefined,
      })
      onDone(going.slice(0, count))
    },
  })
  const uses = tags.map(({ name, usage_count: count }) =>
    t('{{name}}: {{count}} photos lose it', { name, count, n: number(count) }),
  )
  return (
    <Confirm
      opened
      title={
        tags.length === 1
          ? t('Delete “{{name}}”?', { name: tags[0]?.name })
          : t('Delete {{count}} tags?', { count: tags.length, n: number(tags.length) })
      }
      question={`${uses.join('\n')}\n\n${t('The photos stay. This cannot be undone.')}`}
      action={t('Delete')}
      onConfirm={() => remove.mutate(tags)}
      onClose={onClose}
    />
  )
}
