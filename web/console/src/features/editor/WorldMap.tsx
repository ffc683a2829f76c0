import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boxOf, largest, linesOf, type Point, placeIn, stepped, type View, wholeWorld, zoomed } from './projection'
import { useDrag } from './useDrag'
import classes from './WorldMap.module.css'
import { land } from './world'

interface Props {
  /** undefined as long as there is none. */
  point: Point | undefined
  onPoint: (point: Point | undefined) => void
}

/** From where a point is on its way: by the arrow keys, when there is none yet. */
const start: Point = { latitude: 0, longitude: 0 }

/** WorldMap shows a point of the world, and takes one: by a press, or by the arrow keys. Nothing is asked of others. */
export function WorldMap({ point, onPoint }: Props) {
  const { t } = useTranslation()
  const hint = useId()
  const [view, setView] = useState(() => (point ? zoomed(wholeWorld, 4, point) : wholeWorld))
  const { ref, ...drag } = useDrag(view, setView, onPoint)
  const box = boxOf(view)
  const zoom = (factor: number) => setView(zoomed(view, factor, isSeen(view, point) ? point : undefined))

  const press = (event: KeyboardEvent) => {
    const next = stepped(point ?? start, event.key, view.zoom, event.shiftKey)
    if (next) {
      onPoint(next)
      if (!isSeen(view, next)) setView(zoomed(view, 1, next))
    } else if (event.key === '+' || event.key === '=') zoom(2)
    else if (event.key === '-') zoom(0.5)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div>
      <div className={classes.frame}>
        <div
          ref={ref}
          role="application"
          aria-label={
            point ? t('Map, the point is at {{place}}', { place: written(point) }) : t('Map, without a point')
          }
          aria-describedby={hint}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is interactive
          tabIndex={0}
          className={classes.map}
          onKeyDown={press}
          {...drag}
        >
          <svg viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`} aria-hidden="true" focusable="false">
            <path className={classes.lines} d={linesOf(view.zoom)} />
            <path className={classes.land} d={land} />
          </svg>
          {point && isSeen(view, point) && <Mark {...placeIn(view, point)} />}
        </div>
        <div className={classes.zoom}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('Zoom in')}
            disabled={view.zoom >= largest}
            onClick={() => zoom(2)}
          >
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('Zoom out')}
            disabled={view.zoom <= 1}
            onClick={() => zoom(0.5)}
          >
            <IconMinus size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <Group justify="space-between" gap="xs" mt={6} wrap="nowrap" align="flex-start">
        <Text size="xs" c="dimmed" id={hint}>
          {t('A press sets the point. Arrow keys move it, with Shift a little; + and − zoom, dragging moves the map.')}
        </Text>
        {point && (
          <Button variant="subtle" size="compact-sm" flex="none" onClick={() => onPoint(undefined)}>
            {t('Take the point away')}
          </Button>
        )}
      </Group>
    </div>
  )
}

function Mark({ right, down }: { right: number; down: number }) {
  return <span className={classes.mark} style={{ left: `${100 * right}%`, top: `${100 * down}%` }} aria-hidden />
}

function isSeen(view: View, point: Point | undefined): boolean {
  if (!point) return false
  const { right, down } = placeIn(view, point)
  return right >= 0 && right <= 1 && down >= 0 && down <= 1
}

function written({ latitude, longitude }: Point): string {
  return `${latitude}, ${longitude}`
}
