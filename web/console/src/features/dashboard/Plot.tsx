import { type PointerEvent, useState } from 'react'
import { useFormat } from '../../i18n/format'
import classes from './Plot.module.css'
import { ceilingOf, marksOf, type Slot } from './series'

export type Shape = 'area' | 'columns'

interface Props {
  slots: Slot[]
  shape: Shape
  onPoint: (slot: Slot | undefined) => void
}

/** How many dates fit below a chart. */
const dates = 6

/**
 * Plot draws counts over a scale from 0. A slot is one unit wide and the scale 100 high, whatever the size on the
 * screen. Who cannot see it has the table beside it.
 */
export function Plot({ slots, shape, onPoint }: Props) {
  const { day, number } = useFormat()
  const [at, setAt] = useState<number>()
  const top = ceilingOf(Math.max(0, ...slots.map(({ count }) => count)))
  const heights = slots.map(({ count }) => (count / top) * 100)
  const point = (place: number | undefined) => {
    setAt(place)
    onPoint(place === undefined ? undefined : slots[place])
  }
  const follow = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    point(Math.min(slots.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * slots.length))))
  }
  return (
    <div className={classes.plot} data-shape={shape} aria-hidden>
      <div className={classes.scale}>
        {[top, top / 2, 0].map((n) => (
          <span key={n}>{number(n)}</span>
        ))}
      </div>
      <svg
        aria-hidden
        className={classes.drawing}
        viewBox={`0 0 ${slots.length} 100`}
        preserveAspectRatio="none"
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => point(undefined)}
      >
        <path className={classes.grid} d={`M0 0h${slots.length}M0 50h${slots.length}M0 100h${slots.length}`} />
        {shape === 'area' ? <Area heights={heights} /> : <Columns heights={heights} />}
        {at !== undefined && <path className={classes.pointer} d={`M${at + 0.5} 0V100`} />}
      </svg>
      <div className={classes.dates}>
        {marksOf(slots.length, dates).map((place) => (
          <span key={place} style={{ left: `${((place + 0.5) / slots.length) * 100}%` }}>
            {day(slots[place]?.from ?? '', 'short')}
          </span>
        ))}
      </div>
    </div>
  )
}

function Area({ heights }: { heights: number[] }) {
  const line = heights.map((height, i) => `${i + 0.5} ${100 - height}`).join('L')
  return (
    <>
      <path className={classes.area} d={`M0.5 100L${line}L${heights.length - 0.5} 100Z`} />
      <path className={classes.line} d={`M${line}`} />
    </>
  )
}

function Columns({ heights }: { heights: number[] }) {
  const width = 0.7
  const column = (height: number, i: number) => `M${i + (1 - width) / 2} 100v${-height}h${width}v${height}z`
  return <path className={classes.columns} d={heights.map(column).join('')} />
}
