import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRows } from '../photos/useRows'
import type { Item } from './engine/item'
import type { Limits } from './engine/ports'
import type { Uploads } from './engine/uploads'
import { QueueRow } from './QueueRow'
import classes from './Upload.module.css'

/** As the style says: where there is little room, texts need more lines. */
const heights = { wide: 72, narrow: 104 }

interface Props {
  uploads: Uploads
  items: readonly Item[]
  limits: Limits | undefined
}

/** QueueList shows a queue of any length: only the rows in view are in the page. */
export function QueueList({ uploads, items, limits }: Props) {
  const { t } = useTranslation()
  const rowHeight = useMediaQuery('(max-width: 48em)') ? heights.narrow : heights.wide
  const list = useRef<HTMLUListElement>(null)
  const { first, last } = useRows(list, rowHeight, items.length)
  return (
    <ul ref={list} aria-label={t('Files')} className={classes.list} style={{ height: items.length * rowHeight }}>
      {items.slice(first, last + 1).map((item, i) => (
        <QueueRow
          key={item.key}
          uploads={uploads}
          item={item}
          limits={limits}
          place={first + i + 1}
          count={items.length}
          top={(first + i) * rowHeight}
        />
      ))}
    </ul>
  )
}
