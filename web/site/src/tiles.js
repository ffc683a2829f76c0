// The tiles of the page's grids and strips, in reading order, are the links in
// them. Narrow windows do not show all of a strip.

const links = '.grid a, .strip a'

export const tiles = () => [...document.querySelectorAll(links)].filter((a) => a.getClientRects().length)

export const atTile = (element) => element.closest?.(links)

// towards returns the tile that an arrow key leads to: the one before or after,
// or the nearest of the row above or below.
export function towards(tile, key) {
  const all = tiles()
  const at = all.indexOf(tile)
  switch (key) {
    case 'ArrowLeft': return all[at - 1]
    case 'ArrowRight': return all[at + 1]
    case 'ArrowUp': return nearest(all.slice(0, at).reverse(), tile)
    case 'ArrowDown': return nearest(all.slice(at + 1), tile)
  }
}

// nearest looks in the first row of others that is not the tile's own.
function nearest(others, tile) {
  const from = tile.getBoundingClientRect()
  let row, best, least = Infinity
  for (const other of others) {
    const box = other.getBoundingClientRect()
    if (sameRow(box, from)) continue
    row ??= box
    if (!sameRow(box, row)) break
    const distance = Math.abs(box.left + box.right - from.left - from.right)
    if (distance < least) [best, least] = [other, distance]
  }
  return best
}

const sameRow = (a, b) => Math.abs(a.top - b.top) < 2
