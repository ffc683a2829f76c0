import { read } from './read.js'

// ahead is how many photos before the last one the next page is asked for.
const ahead = 3

// addFurther lets the photos of a list's next pages follow those of this one, for
// as long as somebody looks on. It adds their tiles to tiles.
export function addFurther(pswp, tiles, slide) {
  let next = nextOf(document, document.baseURI)
  const add = async () => {
    const page = await read(next)
    const from = new URL(page.querySelector('base')?.getAttribute('href') ?? '', next)
    const known = new Set(tiles.map((tile) => tile.href))
    const further = tilesOn(page, from).filter((tile) => !known.has(tile.href)) // new photos push others to the next page
    next = nextOf(page, from)
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

const nextOf = (page, from) => {
  const link = page.querySelector('.pages a[rel=next]')
  return link && new URL(link.getAttribute('href'), from)
}

// tilesOn returns the tiles of a page that was read. They show nothing where they
// are, so their pictures need not come; and their addresses are from another page.
function tilesOn(page, from) {
  const absolute = (address) => new URL(address, from).href
  return [...page.querySelectorAll('.grid a')].map((tile) => {
    const image = tile.querySelector('img')
    image.loading = 'lazy'
    image.srcset = image.getAttribute('srcset').split(', ').map((source) => source.replace(/^\S+/, absolute)).join(', ')
    for (const [element, name] of [[tile, 'href'], [tile, 'data-webp'], [tile, 'data-avif'], [image, 'src']]) {
      if (element.hasAttribute(name)) element.setAttribute(name, absolute(element.getAttribute(name)))
    }
    return document.importNode(tile, true)
  })
}
