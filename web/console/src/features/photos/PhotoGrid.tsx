import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import type { PhotoItem } from '../../api/types'
import { actOnLast } from '../../ui/notices'
import { gap, layoutOf, type TileSize } from './layout'
import classes from './PhotoGrid.module.css'
import { Skeletons } from './Skeletons'
import { all, mostChosen, moved, nothing, only, type Selection, step, toggled, upTo } from './selection'
import { Tile } from './Tile'
import { useRows } from './useRows'

/** What a screen has its grid do. */
export interface GridHandle {
  /** Brings the place of the keys into view, and lets them work there. */
  focus: () => void
}

interface Props<P extends PhotoItem> {
  ref?: Ref<GridHandle>
  label: string
  /** How many photos there are; undefined until that is known. */
  count: number | undefined
  at: (index: number) => P | undefined
  between: (a: number, b: number) => Promise<P[]>
  /** A place that is brought into view at first. */
  from?: number
  /** Is told which places are in view. */
  onView: (first: number, last: number) => void
  size: TileSize
  selection: Selection<P>
  onSelect: (selection: Selection<P>) => void
  onOpen?: (photo: P, index: number) => void
  onDelete?: () => void
}

/**
 * PhotoGrid shows a list of any length, of which only what is in view is in the page. It is one stop of the Tab key, in
 * which arrows choose, with Shift a range, with Ctrl move only; Space toggles, Enter opens, Ctrl+A chooses all, Ctrl+Z takes back
 * what was done last.
 */
export function PhotoGrid<P extends PhotoItem>(props: Props<P>) {
  const { count = 0, at, selection, onSelect } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useElementSize()
  const frame = useMergedRef(list, measured)
  const { columns, tile, row } = layoutOf(width, props.size)
  const rows = useRows(list, row, Math.ceil(count / columns))
  const first = rows.first * columns
  const last = Math.min(count, (rows.last + 1) * columns) - 1
  const active = Math.min(selection.active, Math.max(0, count - 1)) // the list may have become shorter

  const isLaid = width > 0 && count > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there are rows
  useEffect(() => {
    if (isLaid && props.from !== undefined) rows.show(Math.floor(props.from / columns))
  }, [isLaid])

  useImperativeHandle(props.ref, () => ({
    focus: () => {
      list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus({ preventScroll: true })
      rows.show(Math.floor(active / columns))
    },
  }))

  const { onView } = props
  useEffect(() => onView(first, last), [onView, first, last])

  const choose = async (index: number, keys: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    const photo = at(index)
    if (keys.shiftKey) onSelect(upTo(selection, index, await props.between(selection.anchor, index)))
    else if (photo) onSelect((keys.ctrlKey || keys.metaKey ? toggled : only)(selection, index, photo))
    else onSelect(moved(selection, index))
  }

  const press = async (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey
    const to = step(event.key, active, columns, Math.max(1, Math.floor(innerHeight / row) - 1), count)
    const photo = at(active)
    if (to !== undefined) {
      rows.show(Math.floor(to / columns))
      if (control && !event.shiftKey) onSelect(moved(selection, to))
      else choose(to, event)
    } else if (event.key === ' ' && photo) onSelect(toggled(selection, active, photo))
    else if (event.key === 'Enter' && photo) props.onOpen?.(photo, active)
    else if (event.key === 'Delete' && selection.chosen.size > 0) props.onDelete?.()
    else if (event.key === 'z' && control && !event.shiftKey) actOnLast()
    else if (event.key === 'Escape') onSelect({ ...selection, chosen: nothing.chosen })
    else if (event.key === 'a' && control)
      props.between(0, Math.min(count, mostChosen) - 1).then((photos) => onSelect(all(selection, photos)))
    else return
    event.preventDefault()
  }

  const click = (event: MouseEvent) => {
    const tile = tileOf(event)
    if (tile) choose(placeOf(tile), { ...keysOf(event), ctrlKey: event.ctrlKey || isCorner(event, tile) })
  }
  const doubleClick = (event: MouseEvent) => {
    const tile = tileOf(event)
    const photo = tile && at(placeOf(tile))
    if (photo) props.onOpen?.(photo, placeOf(tile))
  }

  if (props.count === undefined) return <Skeletons columns={columns} tile={tile} row={row} measured={measured} />
  return (
    <div ref={frame}>
      <div
        role="listbox"
        aria-label={props.label}
        aria-multiselectable
        aria-activedescendant={at(active) && active >= first && active <= last ? `${id}-${active}` : undefined}
        tabIndex={0}
        className={classes.list}
        style={{ height: Math.ceil(count / columns) * row }}
        onKeyDown={press}
        onClick={click}
        onDoubleClick={doubleClick}
      >
        {Array.from({ length: last - first + 1 }, (_, i) => {
          const index = first + i
          const photo = at(index)
          return (
            <Tile
              key={index}
              id={`${id}-${index}`}
              photo={photo}
              place={index + 1}
              count={count}
              chosen={!!photo && selection.chosen.has(photo.id)}
              active={index === active}
              side={tile}
              x={(index % columns) * (tile + gap)}
              y={Math.floor(index / columns) * row}
            />
          )
        })}
      </div>
    </div>
  )
}

function keysOf({ shiftKey, ctrlKey, metaKey }: MouseEvent) {
  return { shiftKey, ctrlKey, metaKey }
}

function tileOf(event: MouseEvent): HTMLElement | null {
  return (event.target as Element).closest<HTMLElement>('[role=option]')
}

function placeOf(tile: HTMLElement): number {
  return Number(tile.dataset.place) - 1
}

/** The mark in the corner of a tile adds it to the others, for mice without keys and for fingers. */
function isCorner(event: MouseEvent, tile: HTMLElement): boolean {
  const box = tile.getBoundingClientRect()
  return event.clientX - box.left < 44 && event.clientY - box.top < 44
}
