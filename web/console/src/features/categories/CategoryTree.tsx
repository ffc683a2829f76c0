import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/types'
import type { Asking } from './CategoriesScreen'
import { CategoryRow } from './CategoryRow'
import { childrenOf, type Direction, type Place, toward, visible } from './tree'

interface Props {
  categories: Category[]
  onMove: (move: { category: Category; place: Place }) => void
  onAsk: (asking: Asking) => void
}

const moves: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

/** CategoryTree is a tree as the ARIA practices have it: one row takes the focus, and arrows walk. */
export function CategoryTree({ categories, onMove, onAsk }: Props) {
  const { t } = useTranslation()
  const tree = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [active, setActive] = useState(categories[0]?.id)
  const rows = visible(categories, closed)
  const current = rows.find(({ id }) => id === active) ?? rows[0]

  const toggle = (category: Category, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(category.id)
    else next.add(category.id)
    setClosed(next)
  }
  const walk = (to: Category | undefined) => {
    if (!to) return
    setActive(to.id)
    tree.current?.querySelector<HTMLElement>(`[data-id="${to.id}"]`)?.focus()
  }
  const step = (category: Category, direction: Direction) => {
    const place = toward(categories, category, direction)
    if (place) onMove({ category, place })
  }

  const press = (event: KeyboardEvent) => {
    if (!current || !(event.target as HTMLElement).matches('[role=treeitem]')) return
    const direction = moves[event.key]
    if (event.altKey && direction) step(current, direction)
    else if (!walks(event.key, current)) return
    event.preventDefault()
  }

  /** walks does what a key says, and returns whether it says anything. */
  const walks = (key: string, category: Category): boolean => {
    const at = rows.indexOf(category)
    const hasChildren = childrenOf(categories, category.id).length > 0
    const isOpen = hasChildren && !closed.has(category.id)
    switch (key) {
      case 'ArrowDown':
        walk(rows[at + 1])
        return true
      case 'ArrowUp':
        walk(rows[at - 1])
        return true
      case 'Home':
        walk(rows[0])
        return true
      case 'End':
        walk(rows.at(-1))
        return true
      case 'ArrowRight':
        if (isOpen) walk(rows[at + 1])
        else toggle(category, true)
        return true
      case 'ArrowLeft':
        if (isOpen) toggle(category, false)
        else walk(rows.find(({ id }) => id === category.parent_id))
        return true
      case 'Enter':
        onAsk({ what: 'edit', category })
        return true
      case 'Delete':
        onAsk({ what: 'delete', category })
        return true
    }
    return false
  }

  return (
    <div role="tree" aria-label={t('Categories')} ref={tree} onKeyDown={press}>
      {rows.map((category) => (
        <CategoryRow
          key={category.id}
          category={category}
          categories={categories}
          open={!closed.has(category.id)}
          active={category.id === current?.id}
          onFocus={() => setActive(category.id)}
          onToggle={(open) => toggle(category, open)}
          onStep={(direction) => step(category, direction)}
          onMove={onMove}
          onAsk={onAsk}
        />
      ))}
    </div>
  )
}
