import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, dataOf } from '../../api/client'
import type { Category } from '../../api/types'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import { categoriesQuery } from '../photos/vocabulary'
import { beforeAt, childrenOf, type Place, placeOf, withMoved } from './tree'

interface Move {
  category: Category
  place: Place
}

/** write puts a category to its place, and lets others make room, in one step. */
function write(categories: Category[], { category: { id }, place }: Move): Promise<Category> {
  const body = { parent_id: place.parentId, before_id: beforeAt(categories, id, place) }
  return dataOf(api.PUT('/v1/categories/{id}/position', { params: { path: { id } }, body }))
}

/**
 * useMove returns what brings a category to another place. The tree shows it at once, and as it was if the server
 * refuses. The notice says the new place, also to screen readers, and can take it back.
 */
export function useMove(categories: Category[]) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const notify = useNotify()
  const key = categoriesQuery.queryKey

  const announce = ({ category, place }: Move) => {
    const parent = categories.find(({ id }) => id === place.parentId)
    const others = childrenOf(categories, place.parentId).filter(({ id }) => id !== category.id)
    const words = { name: category.name, parent: parent?.name ?? '', n: place.index + 1, of: others.length + 1 }
    const undo = { category, place: placeOf(categories, category) }
    tell({
      message: parent
        ? t('“{{name}}” is now in “{{parent}}”, place {{n}} of {{of}}.', words)
        : t('“{{name}}” is now at the top, place {{n}} of {{of}}.', words),
      action: { label: t('Undo'), run: () => move.mutate(undo) },
    })
  }

  const move = useMutation({
    scope: { id: 'categories' }, // one after the other: each starts from what the last has left
    mutationFn: (moved: Move) => write(client.getQueryData(key) ?? categories, moved),
    onSuccess: (_, moved) => announce(moved),
    onError: (e) => {
      tell({ tone: 'warning', message: t('The category stays where it was.') })
      notify(e)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['categories'] }),
  })

  return { move: move.mutate, shown: shownWhile(categories, move) }
}

/** What is on its way stands where it is going; when it has failed, where it was. */
function shownWhile(
  categories: Category[],
  { isPending, variables }: { isPending: boolean; variables?: Move },
): Category[] {
  return isPending && variables ? withMoved(categories, variables.category.id, variables.place) : categories
}
