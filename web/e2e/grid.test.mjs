// The grid: rows that are filled at every width, and pictures no larger than they
// are drawn.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { launch, scrollThrough, visit } from './browser.mjs'
import { openPortfolio } from './portfolio.mjs'

let server, browser
before(async () => {
  server = await openPortfolio()
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const widths = [320, 390, 480, 639, 640, 768, 959, 960, 1100, 1280, 1359, 1360, 1440, 1839, 1840, 1920, 2560, 2719, 2720, 3840]

test('every row but the last is as wide as the others', async () => {
  const { page, context } = await visit(browser, server.url)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const { inner, rows } = await page.$eval('.grid', (grid) => {
      const style = getComputedStyle(grid)
      const rows = new Map()
      for (const tile of grid.querySelectorAll('.tile')) {
        const box = tile.getBoundingClientRect()
        rows.set(box.top, [...(rows.get(box.top) ?? []), { left: box.left, right: box.right, height: box.height }])
      }
      return { inner: grid.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), rows: [...rows.values()] }
    })
    const full = width < 640 ? rows : rows.slice(0, -1)
    for (const row of full) {
      const filled = row.at(-1).right - row[0].left
      assert.ok(Math.abs(filled - inner) < 1, `at ${width} px a row of ${row.length} fills ${filled} of ${inner} px`)
      assert.ok(new Set(row.map((t) => Math.round(t.height))).size === 1, `at ${width} px heights differ: ${row.map((t) => t.height)}`)
    }
    const heights = full.map((row) => row[0].height)
    if (width >= 640) assert.ok(Math.max(...heights) < 2 * Math.min(...heights), `at ${width} px rows are ${heights} px high`)
  }
  await context.close()
})

test('a phone fetches no picture wider than 800 px, for the grid or a photo', async () => {
  const { page, context } = await visit(browser, server.url, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 })
  const { home, landscape, portrait, panorama, gallery, galleries, timeline, found } = server.pages
  for (const { path } of [home, landscape, portrait, panorama, gallery, galleries, timeline, found]) {
    await page.goto(server.url + path)
    await scrollThrough(page)
    const fetched = await page.$$eval('main img', (images) => Promise.all(images.filter((i) => i.complete && i.currentSrc).map(async ({ currentSrc }) => {
      const file = Object.assign(new Image(), { src: currentSrc }) // the width of one with a srcset is that of its place
      await file.decode()
      return file.naturalWidth
    })))
    assert.ok(fetched.length > 0 && Math.max(...fetched) <= 800, `${path} fetched widths of ${fetched}`)
  }
  await context.close()
})

test('a large screen gets a modern format in display size', async () => {
  const { page, context } = await visit(browser, server.url + server.pages.landscape.path, { viewport: { width: 1440, height: 900 } })
  assert.match(await page.$eval('.stage img', (image) => image.currentSrc), /\.webp$/)
  await context.close()
})

test('the first pictures are asked for at once, the others as they come near', async () => {
  const { page, context } = await visit(browser, server.url)
  for (const name of ['home', 'second', 'gallery', 'galleries', 'tag', 'timeline', 'found']) {
    await page.goto(server.url + server.pages[name].path)
    const images = await page.$$eval('main img', (all) => all.map((i) => ({ lazy: i.loading === 'lazy', first: i.fetchPriority === 'high' })))
    assert.deepEqual(images.flatMap((image, i) => image.lazy ? [] : i), [0, 1, 2, 3].slice(0, images.length), name)
    assert.deepEqual(images.flatMap((image, i) => image.first ? i : []), [0], name)
  }
  await context.close()
})

test('the home page of 24 photos is light', async () => {
  const size = (body) => gzipSync(body).length
  const { page, context, response } = await visit(browser, server.url)
  assert.equal(await page.locator('.tile').count(), 24)
  assert.ok(size(await response.body()) <= 15_000, `HTML of ${size(await response.body())} bytes`)
  for (const [selector, most] of [['link[rel=stylesheet]', 10_000], ['script[src]', 8_000]]) {
    const addresses = await page.$$eval(selector, (all) => all.map((e) => e.href || e.src))
    const bodies = await Promise.all(addresses.map(async (address) => (await page.request.get(address)).body()))
    const total = bodies.reduce((sum, body) => sum + size(body), 0)
    assert.ok(total > 0 && total <= most, `${selector}: ${total} bytes`)
  }
  await context.close()
})
