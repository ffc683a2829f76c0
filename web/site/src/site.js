// What the pages gain by JavaScript. Without it they are complete: each tile is
// a link to its photo's page.
import { choose, isDark } from './choice.js'
import { atTile, tiles, towards } from './tiles.js'

const { lightbox, styles } = document.querySelector('script[data-lightbox]').dataset
let loading // the lightbox; nobody pays for it before the first look

const isOpen = () => document.querySelector('.pswp')

const open = async (tile, isNew) => {
  try {
    // From where the page is, like all addresses in it; import takes it from here.
    loading ??= Promise.all([import(new URL(lightbox, document.baseURI)), styled()])
    const [{ show }] = await loading
    if (!isOpen()) show(tiles(), tile, isNew)
  } catch {
    location.href = tile.href
  }
}

const styled = () => new Promise((loaded, failed) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles, onload: loaded, onerror: failed })
  document.head.append(link)
})

addEventListener('click', (event) => {
  const tile = atTile(event.target)
  if (!tile || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open(tile, true)
})

// Forward after Back looks at the photo again. After a reload the browser still
// believes that the addresses of before are this document's: then they are loaded.
const here = () => location.pathname + location.search
const loaded = here()
addEventListener('popstate', ({ state }) => {
  const tile = state?.lightbox && tiles().find((t) => t.href === location.href)
  if (tile) open(tile, false)
  else if (here() !== loaded) location.reload()
})

const isWriting = (element) => element.closest('input, textarea, select, [contenteditable]')

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || isWriting(event.target)) return
  if (isOpen()) return
  const tile = atTile(event.target)
  const next = tile ? towards(tile, event.key) : neighbour(event.key)
  if (!next) return
  event.preventDefault()
  if (tile) next.focus()
  else next.click()
})

// neighbour is where an arrow key leads from a photo's page.
const neighbour = (key) => {
  const relation = { ArrowLeft: 'prev', ArrowRight: 'next' }[key]
  return relation && document.querySelector(`.turn a[rel=${relation}]`)
}

const ground = document.getElementById('ground')
if (ground) {
  const press = () => ground.setAttribute('aria-pressed', isDark())
  const system = matchMedia('(prefers-color-scheme: dark)')
  ground.addEventListener('click', () => {
    const wanted = isDark() ? 'light' : 'dark'
    choose(wanted === (system.matches ? 'dark' : 'light') ? null : wanted)
    press()
  })
  system.addEventListener('change', press)
  press()
  ground.hidden = false
}
