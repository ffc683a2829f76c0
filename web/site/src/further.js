import { read } from './read.js'

// ahead is how many photos before the last one the next page is asked for.
const ahead = 3

// addFurther lets the photos of a list's next pages follow those of this one, for
// as long as somebody looks on. It adds their tiles to tiles.
export function addFurther(pswp, tiles, slide) {
  let next = nextOf(document)
  const add = async () => {
    const page = await read(next)
    const known = new Set(tiles.map((tile) => tile.href))
    const further = tilesOn(page).filter((tile) => !known.has(tile.href)) // new photos push others to the next page
    next = nextOf(page)
    if (pswp.isDestroying) return
    const end = tiles.length
    tiles.push(...further)
    pswp.options.dataSource.push(...further.map(slide))
    pswp.refreshSlideContent(end)
  }
  let adding
  pswp.on('change', () => {
    if (!next || pswp.currIndex + ahead < tiles.length) return
    adding ??= add().catch(() => { next = undefined }).finally(() => { adding = undefined })
  })
}

const nextOf = (page) => page.querySelector('.pages a[rel=next]')?.getAttribute('href')

// tilesOn returns the tiles of a page that was read. They show nothing where they
// are, so their pictures need not come.
function tilesOn(page) {
  const found = [...page.querySelectorAll('.grid a')]
  for (const tile of found) tile.querySelector('img').loading = 'lazy'
  return found.map((tile) => document.importNode(tile, true))
}
