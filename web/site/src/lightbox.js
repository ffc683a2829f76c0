// The lightbox: the photos of a page one by one, each at the address of its own
// page, so that it can be shared, reloaded and left with Back.
import PhotoSwipe from 'photoswipe'
import { factsOf, seen } from './facts.js'
import { addFurther } from './further.js'
import { onKey } from './keys.js'
import { offerFormats } from './picture.js'
import { addSlideShow } from './slideshow.js'

const words = document.querySelector('script[data-lightbox]').dataset

const icon = (path) => `<svg aria-hidden="true" class="pswp__icn" viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor" stroke-width="2"><path d="${path}"/></svg>`
const icons = {
  info: icon('M16 6a10 10 0 1 0 0 20a10 10 0 1 0 0-20M16 14.5v7M16 10v2.2'),
  pick: icon('M16 25.5C9 20.6 6 17 6 13a5.3 5.3 0 0 1 10-2.5A5.3 5.3 0 0 1 26 13c0 4-3 7.6-10 12.5z'),
  full: icon('M7 12V7h5M20 7h5v5M25 20v5h-5M12 25H7v-5'),
}

const moves = () => document.documentElement.classList.contains('animated') && !matchMedia('(prefers-reduced-motion: reduce)').matches

// show opens the lightbox at a tile. It adds to the history unless it is already
// there.
export function show(tiles, tile, isNew) {
  const pageTitle = document.title
  const animated = moves()
  const pswp = new PhotoSwipe({
    dataSource: tiles.map(slide),
    index: tiles.indexOf(tile),
    loop: false,
    returnFocus: false, // to the tile of the photo that was seen last
    bgOpacity: 1,
    showHideAnimationType: animated ? 'zoom' : 'none',
    zoomAnimationDuration: animated && 250,
    paddingFn: (viewport) => padding(viewport, pswp),
    closeTitle: words.close, zoomTitle: words.zoom, arrowPrevTitle: words.previous, arrowNextTitle: words.next, errorMsg: words.failed,
    appendToEl: document.body,
  })
  offerFormats(pswp)
  addWords(pswp)
  addSlideShow(pswp, words, animated)
  addFullScreen(pswp)
  addPick(pswp, tiles)
  followHistory(pswp, tiles, isNew)
  if (!document.querySelector('form.pick')) addFurther(pswp, tiles, slide) // hearts are given on their own page
  pswp.on('destroy', () => { document.title = pageTitle })
  pswp.init()
}

// slide describes the photo of a tile to PhotoSwipe. Its size is that of the
// largest source, beyond which zooming shows nothing new.
function slide(tile) {
  const image = tile.querySelector('img')
  const [src, width] = image.srcset.split(', ').at(-1).split(' ')
  return {
    src,
    srcset: image.srcset,
    webp: tile.dataset.webp,
    avif: tile.dataset.avif,
    msrc: image.currentSrc || image.src,
    width: parseInt(width),
    height: Math.max(1, Math.round(parseInt(width) * image.getAttribute('height') / image.getAttribute('width'))),
    alt: image.alt,
    href: tile.href,
    element: tile.isConnected ? tile : undefined, // photos of further pages have no place on this one
    thumbCropped: true,
  }
}

const wide = (viewport) => viewport.x >= 800

function padding(viewport, pswp) {
  const side = wide(viewport) ? 64 : 0
  const panel = pswp.element?.classList.contains('pswp--facts') && wide(viewport) ? 352 : side
  return { top: 56, bottom: 56, left: side, right: panel }
}

// addWords shows the title below the photo, and on demand what its page says.
function addWords(pswp) {
  const box = document.createElement('div')
  box.id = 'facts'
  box.className = 'facts'
  box.hidden = true
  const title = document.createElement('p')
  title.className = 'pswp__title'
  title.dir = 'auto'
  title.setAttribute('aria-live', 'polite')
  let button, dwell

  const fill = async () => {
    const { href } = pswp.currSlide.data
    const facts = await factsOf(href).catch(() => null)
    if (pswp.currSlide?.data.href === href) box.replaceChildren(facts ?? words.failed)
  }
  const toggle = () => {
    box.hidden = !box.hidden
    button.setAttribute('aria-expanded', !box.hidden)
    pswp.element.classList.toggle('pswp--facts', !box.hidden)
    pswp.updateSize(true)
    if (!box.hidden) fill()
  }
  pswp.on('uiRegister', () => pswp.ui.registerElement({
    name: 'info', order: 8, isButton: true, title: words.facts, html: icons.info,
    onInit: (element) => {
      button = element
      button.setAttribute('aria-controls', box.id)
      button.setAttribute('aria-expanded', false)
    },
    onClick: toggle,
  }))
  pswp.on('afterInit', () => {
    pswp.element.setAttribute('aria-label', words.name)
    pswp.element.setAttribute('aria-modal', true)
    pswp.element.append(title, box)
  })
  pswp.on('change', () => {
    title.textContent = document.title = pswp.currSlide.data.alt
    clearTimeout(dwell)
    dwell = setTimeout(() => box.hidden ? seen(pswp.currSlide.data.href) : fill(), box.hidden ? 500 : 0)
  })
  pswp.on('destroy', () => clearTimeout(dwell))
  onKey(pswp, 'i', toggle)
}

function addFullScreen(pswp) {
  if (!document.fullscreenEnabled) return
  const toggle = () => document.fullscreenElement ? document.exitFullscreen() : pswp.element.requestFullscreen()
  pswp.on('uiRegister', () => pswp.ui.registerElement({
    name: 'full', order: 9, isButton: true, title: words.full, html: icons.full, onClick: toggle,
  }))
  pswp.on('destroy', () => document.fullscreenElement && document.exitFullscreen())
  onKey(pswp, 'f', toggle)
}

// addPick gives the heart of a photo's tile in its place, where tiles have one.
function addPick(pswp, tiles) {
  const heart = (tile) => tile.closest('li')?.querySelector('form.pick button')
  if (!tiles.some(heart)) return
  let button
  const current = () => heart(tiles[pswp.currIndex])
  const sync = () => {
    button.title = current().getAttribute('aria-label')
    button.setAttribute('aria-label', button.title)
    button.setAttribute('aria-pressed', current().getAttribute('aria-pressed'))
  }
  const press = () => current().click()
  pswp.on('uiRegister', () => pswp.ui.registerElement({
    name: 'pick', order: 7, isButton: true, title: current().getAttribute('aria-label'), html: icons.pick,
    onInit: (element) => { button = element },
    onClick: press,
  }))
  pswp.on('change', sync)
  addEventListener('picked', sync)
  pswp.on('destroy', () => removeEventListener('picked', sync))
  onKey(pswp, 'h', press)
}

// followHistory keeps the address that of the photo's page. Closing goes back to
// where the lightbox was opened, and going back closes.
function followHistory(pswp, tiles, isNew) {
  let isLeft = false
  const current = () => tiles[pswp.currIndex]
  const focus = () => (current().isConnected ? current() : tiles.findLast((tile) => tile.isConnected)).focus()
  // The browser may be slower to go back than the lightbox is to close.
  const leave = () => {
    isLeft = true
    removeEventListener('popstate', leave)
    if (pswp.opener.isOpening) pswp.on('openingAnimationEnd', () => pswp.close()) // it does not close before
    else pswp.close()
    // After the browser has restored where the page was scrolled to. A tile that has the
    // focus already would not be scrolled to.
    requestAnimationFrame(() => {
      document.activeElement?.blur()
      focus()
    })
  }
  if (isNew) history.pushState({ lightbox: true }, '', tiles[pswp.options.index].href)
  pswp.on('change', () => history.replaceState({ lightbox: true }, '', current().href))
  pswp.on('close', () => isLeft || history.back())
  pswp.on('destroy', focus)
  addEventListener('popstate', leave)
}
