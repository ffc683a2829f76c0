// From degrees to the map and back. The map is a part of the world outline, whose
// units are fifths of a degree.

export interface Point {
  latitude: number
  longitude: number
}

/** What of the world is seen: the middle, in units of the outline, and how often it is enlarged. */
export interface View {
  x: number
  y: number
  zoom: number
}

/** The outline's units in a degree, and its size. */
const scale = 5
export const world = { width: 1800, height: 710 }
const north = 84

/** Beyond it the outline, which is made for the whole world, says nothing more. */
export const largest = 32

export const wholeWorld: View = { x: world.width / 2, y: world.height / 2, zoom: 1 }

/** onMap returns where a point is in units of the outline; what is beyond it is at its edge. */
export function onMap({ latitude, longitude }: Point): { x: number; y: number } {
  return {
    x: between(0, (longitude + 180) * scale, world.width),
    y: between(0, (north - latitude) * scale, world.height),
  }
}

/** boxOf returns the part of the outline that a view shows, never beyond its edge. */
export function boxOf({ x, y, zoom }: View): { left: number; top: number; width: number; height: number } {
  const width = world.width / zoom
  const height = world.height / zoom
  return {
    left: between(0, x - width / 2, world.width - width),
    top: between(0, y - height / 2, world.height - height),
    width,
    height,
  }
}

/** pointAt returns the point at a place of the view, from 0 to 1 to the right and down. */
export function pointAt(view: View, right: number, down: number): Point {
  const box = boxOf(view)
  const longitude = (box.left + right * box.width) / scale - 180
  const latitude = north - (box.top + down * box.height) / scale
  return rounded({ latitude, longitude }, view.zoom)
}

/** placeIn returns where a point is in the view, from 0 to 1 to the right and down; outside of that it is not seen. */
export function placeIn(view: View, point: Point): { right: number; down: number } {
  const box = boxOf(view)
  const { x, y } = onMap(point)
  return { right: (x - box.left) / box.width, down: (y - box.top) / box.height }
}

/** zoomed enlarges a view by a factor, around a point if there is one. */
export function zoomed(view: View, factor: number, around?: Point): View {
  const zoom = between(1, view.zoom * factor, largest)
  const middle = around ? onMap(around) : { x: view.x, y: view.y }
  return { ...middle, zoom }
}

/** stepped returns the point that an arrow key leads to: a fiftieth of the view, or a tenth of that. */
export function stepped(point: Point, key: string, zoom: number, fine: boolean): Point | undefined {
  const degrees = world.width / scale / zoom / (fine ? 500 : 50)
  const steps: Record<string, [number, number]> = {
    ArrowUp: [degrees, 0],
    ArrowDown: [-degrees, 0],
    ArrowLeft: [0, -degrees],
    ArrowRight: [0, degrees],
  }
  const step = steps[key]
  if (!step) return undefined
  const latitude = between(-90, point.latitude + step[0], 90)
  const longitude = around180(point.longitude + step[1])
  return rounded({ latitude, longitude }, fine ? zoom * 10 : zoom)
}

/** linesOf returns the meridians and parallels of a view, as the path of an SVG. */
export function linesOf(zoom: number): string {
  const apart = [30, 20, 10, 5, 2, 1].find((degrees) => world.width / scale / zoom / degrees >= 5) ?? 1
  let path = ''
  for (let degrees = -180; degrees <= 180; degrees += apart) path += `M${(degrees + 180) * scale} 0V${world.height}`
  for (let degrees = -50; degrees < north; degrees += apart) path += `M0 ${(north - degrees) * scale}H${world.width}`
  return path
}

/** A point is as exact as it can be pointed at. */
function rounded({ latitude, longitude }: Point, zoom: number): Point {
  const decimals = 10 ** (zoom < 4 ? 1 : zoom < 16 ? 2 : 3)
  return {
    latitude: Math.round(latitude * decimals) / decimals,
    longitude: Math.round(longitude * decimals) / decimals,
  }
}

function around180(longitude: number): number {
  if (longitude > 180) return longitude - 360
  return longitude < -180 ? longitude + 360 : longitude
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most)
}
