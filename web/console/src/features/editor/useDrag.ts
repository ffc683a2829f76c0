import { type PointerEvent, useRef } from 'react'
import { boxOf, type Point, pointAt, type View } from './projection'

/** What moves less than this between down and up, in pixels, was a press. */
const tremor = 4

/** useDrag tells presses, which set the point, from drags, which move the map. */
export function useDrag(view: View, setView: (view: View) => void, onPoint: (point: Point) => void) {
  const ref = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number; view: View; moved: boolean }>(undefined)
  const sizeOf = () => ref.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  return {
    ref,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      from.current = { x: event.clientX, y: event.clientY, view, moved: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const begun = from.current
      if (!begun) return
      const x = clientX - begun.x
      const y = clientY - begun.y
      begun.moved ||= Math.hypot(x, y) > tremor
      if (!begun.moved) return
      const size = sizeOf()
      const box = boxOf(begun.view)
      setView({
        zoom: begun.view.zoom,
        x: box.left + box.width / 2 - (x / size.width) * box.width,
        y: box.top + box.height / 2 - (y / size.height) * box.height,
      })
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const pressed = from.current && !from.current.moved
      from.current = undefined
      const size = sizeOf()
      if (pressed) onPoint(pointAt(view, (clientX - size.left) / size.width, (clientY - size.top) / size.height))
    },
    onPointerCancel: () => {
      from.current = undefined
    },
  }
}
