import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import type { Asking } from './CategoriesScreen'
import classes from './CategoryTree.module.css'
import { childrenOf, type Direction, type Place, placeOf, toward } from './tree'
import { useRowDrag } from './useRowDrag'

interface Props {
  category: Category
  categories: Category[]
  open: boolean
  active: boolean
  onFocus: () => void
  onToggle: (open: boolean) => void
  onStep: (direction: Direction) => void
  onMove: (move: { category: Category; place: Place }) => void
  onAsk: (asking: Asking) => void
}

const marks = { 'reorder-before': classes.before, 'reorder-after': classes.after, combine: classes.into }

/** CategoryRow is a category in the tree: what it holds, and what can be done with it. */
export function CategoryRow(props: Props) {
  const { category, categories, open, active, onFocus, onToggle, onMove } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  const row = useRef<HTMLDivElement>(null)
  const { dragged, over } = useRowDrag(row, category, categories, onMove)
  const hasChildren = childrenOf(categories, category.id).length > 0
  const Twisty = open ? IconChevronDown : IconChevronRight
  return (
    <div
      ref={row}
      role="treeitem"
      aria-level={category.level + 1}
      aria-setsize={childrenOf(categories, category.parent_id).length}
      aria-posinset={placeOf(categories, category).index + 1}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      data-id={category.id}
      className={[classes.row, dragged && classes.dragged, over && marks[over]].filter(Boolean).join(' ')}
      style={{ '--level': category.level } as CSSProperties}
      onFocus={onFocus}
      onDoubleClick={() => props.onAsk({ what: 'edit', category })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: for mice; keys have the arrows */}
      <span className={classes.twisty} onClick={() => onToggle(!open)}>
        {hasChildren && <Twisty size={18} aria-hidden />}
      </span>
      <Cover category={category} />
      <div className={classes.name}>
        <Group gap={8} wrap="nowrap">
          <span className={classes.dot} style={{ background: category.color }} aria-hidden />
          <Text size="sm" fw={500} truncate>
            {category.name}
          </Text>
          {!category.is_active && <Badge variant="default">{t('Hidden')}</Badge>}
          {category.is_featured && <Badge variant="light">{t('Featured')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {t('{{count}} photos', { count: category.photo_count, n: number(category.photo_count) })}
          {category.direct_photo_count !== category.photo_count &&
            ` · ${t('{{n}} directly', { n: number(category.direct_photo_count) })}`}
        </Text>
      </div>
      <RowMenu {...props} />
    </div>
  )
}

function Cover({ category: { cover_photo: cover } }: { category: Category }) {
  if (!cover) return <span className={classes.cover} />
  return <img src={cover.thumb_url} alt="" className={classes.cover} loading="lazy" draggable={false} />
}

function RowMenu({ category, categories, active, onStep, onAsk }: Props) {
  const { t } = useTranslation()
  const may = useMay()
  const steps: [Direction, string][] = [
    ['up', t('Move up')],
    ['down', t('Move down')],
    ['in', t('Move into the one above')],
    ['out', t('Move out')],
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          tabIndex={active ? 0 : -1}
          aria-label={t('What to do with {{name}}', { name: category.name })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/" search={{ category: category.id }} />}>
          {t('Show its photos')}
        </Menu.Item>
        <Menu.Item onClick={() => onAsk({ what: 'edit', category })}>{t('Edit…')}</Menu.Item>
        <Menu.Item onClick={() => onAsk({ what: 'cover', category })}>{t('Cover…')}</Menu.Item>
        {may('category.create') && (
          <Menu.Item onClick={() => onAsk({ what: 'new', parent: category })}>{t('New category in it…')}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => onAsk({ what: 'move', category })}>{t('Move to…')}</Menu.Item>
        {steps.map(([direction, label]) => (
          <Menu.Item
            key={direction}
            disabled={!toward(categories, category, direction)}
            onClick={() => onStep(direction)}
          >
            {label}
          </Menu.Item>
        ))}
        {may('category.delete') && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onAsk({ what: 'delete', category })}>{t('Delete…')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
