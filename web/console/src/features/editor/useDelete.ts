import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { PhotoDetail } from '../../api/types'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import type { Neighbour, Way } from './useNeighbours'

/** useDelete returns the mutation that puts a photo into the trash and goes on to the next; undoing leads back to it. */
export function useDelete({ id, title }: PhotoDetail, { previous, next, here }: Way) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/photos/$id' })
  const notify = useNotify()
  const at = { params: { path: { id } } }
  const lists = () =>
    Promise.all(
      ['photos', 'trash', 'categories', 'tags', 'timeline'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    )
  // What was typed about a photo that is gone is not asked about.
  const show = (there: Neighbour) =>
    navigate({ to: '/photos/$id', params: { id: String(there.id) }, search: there.search, ignoreBlocker: true })

  return useMutation({
    mutationFn: () => answer(api.DELETE('/v1/photos/{id}', at)),
    onSuccess: async () => {
      const search = { ...(next ?? previous)?.search, place: here }
      const restore = async () => {
        await answer(api.POST('/v1/photos/{id}/restore', at))
        await lists()
        await show({ id, search })
      }
      tell({
        message: t('“{{title}}” is in the trash', { title }),
        action: { label: t('Undo'), run: () => restore().catch(notify) },
      })
      if (next) await show({ id: next.id, search })
      else if (previous) await show(previous)
      else await navigate({ to: '/', ignoreBlocker: true })
      client.removeQueries({ queryKey: ['photo', id] })
      await lists()
    },
    onError: notify,
  })
}
