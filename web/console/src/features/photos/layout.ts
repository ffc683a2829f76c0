// How many square tiles stand beside one another, and how large.

export type TileSize = 'small' | 'medium' | 'large'

/** Between tiles, in pixels. */
export const gap = 8
/** Below the picture of a tile, for its title. */
const caption = 28

const least: Record<TileSize, number> = { small: 128, medium: 176, large: 264 }

export interface GridLayout {
  columns: number
  /** The side of a tile's picture. */
  tile: number
  /** From the top of a row to that of the next. */
  row: number
}

/** layoutOf fills a width with tiles that are at least as wide as their size says: two on a phone, if not large. */
export function layoutOf(width: number, size: TileSize): GridLayout {
  const narrow = width < 480
  const wanted = narrow ? { small: 100, medium: 150, large: width }[size] : least[size]
  const columns = Math.max(1, Math.floor((width + gap) / (wanted + gap)))
  const tile = Math.max(0, Math.floor((width - (columns - 1) * gap) / columns))
  return { columns, tile, row: tile + caption + gap }
}
