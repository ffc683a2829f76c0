import { describe, expect, test } from 'vitest'
import { boxOf, onMap, placeIn, pointAt, stepped, wholeWorld, zoomed } from './projection'
import { land } from './world'

const porto = { latitude: 41.15, longitude: -8.6 }

test('the outline of the site is there', () => expect(land).toMatch(/^M\d+ \d+/))

describe('the map', () => {
  test.each([
    ['the upper left', { latitude: 84, longitude: -180 }, { x: 0, y: 0 }],
    ['the middle of the Atlantic', { latitude: 0, longitude: 0 }, { x: 900, y: 420 }],
    ['the South Pole, beyond the edge', { latitude: -90, longitude: 0 }, { x: 900, y: 710 }],
  ])('has %s where the site has it', (_, point, place) => expect(onMap(point)).toEqual(place))

  test('shows no more than the world', () => {
    expect(boxOf({ x: 0, y: 9999, zoom: 2 })).toEqual({ left: 0, top: 355, width: 900, height: 355 })
  })

  test.each([1, 2, 4, 16, 32])('finds a point again that is pointed at, %i times enlarged', (factor) => {
    const view = zoomed(wholeWorld, factor, porto)
    const { right, down } = placeIn(view, porto)
    const found = pointAt(view, right, down)
    const off = factor < 4 ? 0.05 : 0.005
    expect(Math.abs(found.latitude - porto.latitude)).toBeLessThanOrEqual(off + 1e-9)
    expect(Math.abs(found.longitude - porto.longitude)).toBeLessThanOrEqual(off + 1e-9)
  })

  test('is enlarged between bounds', () => {
    expect(zoomed(wholeWorld, 0.5).zoom).toBe(1)
    expect(zoomed({ ...wholeWorld, zoom: 32 }, 2).zoom).toBe(32)
  })
})

describe('an arrow key', () => {
  test('moves a point as far as can be seen, and finer with Shift', () => {
    expect(stepped(porto, 'ArrowUp', 1, false)).toEqual({ latitude: 48.4, longitude: -8.6 })
    expect(stepped(porto, 'ArrowLeft', 1, true)).toEqual({ latitude: 41.15, longitude: -9.32 })
  })
  test('goes round the world, but not over the pole', () => {
    expect(stepped({ latitude: 89, longitude: 179 }, 'ArrowRight', 1, false)).toEqual({
      latitude: 89,
      longitude: -173.8,
    })
    expect(stepped({ latitude: 89, longitude: 179 }, 'ArrowUp', 1, false)?.latitude).toBe(90)
  })
  test('is an arrow key', () => expect(stepped(porto, 'Enter', 1, false)).toBeUndefined())
})
