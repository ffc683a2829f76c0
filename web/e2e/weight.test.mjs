// What pages cost a phone, counted: the figures that decide how fast they are shown
// anywhere, and that no busy machine changes.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { launch, scrollThrough } from './browser.mjs'
import { openPortfolio } from './portfolio.mjs'
import { startTour } from './tour.mjs'

// The most that a page may have, about a tenth above what it has. Bytes are those
// that are transferred, without headers. The demonstration's photos are imported side by
// side and so in any order: no figure depends on which of them come first.
const everywhere = { blockingRequests: 2, blockingBytes: 3_900, scriptBytes: 1_550, scriptSteps: 10, lazyInView: 0 }
const limits = {
  home: { ...everywhere, lazyInView: 1, documentBytes: 9_600, elements: 197, eagerImages: 4, largestImageBytes: 118_000, imageBytes: 1_000_000, requests: 29 },
  gallery: { ...everywhere, documentBytes: 3_700, elements: 109, eagerImages: 4, largestImageBytes: 83_000, imageBytes: 297_000, requests: 10 },
  landscape: { ...everywhere, documentBytes: 2_650, elements: 102, eagerImages: 1, largestImageBytes: 185_000, imageBytes: 185_000, requests: 5 },
}
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

let site, browser
before(async () => {
  site = await openPortfolio()
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await site?.stop()
})

// weigh opens a page as a phone does, and counts. prepare may change what comes.
async function weigh(name, prepare) {
  const { page, go, close } = await startTour(browser, site.url, phone)
  await prepare?.(page)
  await page.coverage.startJSCoverage()
  const { takeProblems } = await go(site.pages[name].path)
  const scripts = await page.coverage.stopJSCoverage()
  const first = await page.evaluate(countFirst)
  await scrollThrough(page)
  const all = await page.evaluate(countAll)
  const scriptSteps = scripts.flatMap((script) => script.functions).flatMap((f) => f.ranges).reduce((sum, range) => sum + range.count, 0)
  const problems = takeProblems()
  await close()
  return { ...first, ...all, scriptSteps, problems }
}

// countFirst counts in the page what comes before anybody scrolls.
function countFirst() {
  const resources = performance.getEntriesByType('resource')
  const bytes = (entries) => entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0)
  const seen = ({ left, right, top, bottom }) => Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0)) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
  const area = (image) => seen(image.getBoundingClientRect())
  const images = [...document.images]
  const largest = images.reduce((most, image) => area(image) > area(most) ? image : most)
  const blocking = resources.filter((r) => r.renderBlockingStatus === 'blocking')
  return {
    documentBytes: bytes(performance.getEntriesByType('navigation')),
    blockingRequests: blocking.length,
    blockingBytes: bytes(blocking),
    scriptBytes: bytes(resources.filter((r) => r.initiatorType === 'script')),
    elements: document.querySelectorAll('*').length,
    eagerImages: images.filter((image) => image.loading !== 'lazy').length,
    lazyInView: images.filter((image) => image.loading === 'lazy' && area(image) > 0).length,
    isUrgent: largest.fetchPriority === 'high',
  }
}

// countAll counts in the page what has come when all of it has been seen.
function countAll() {
  const resources = performance.getEntriesByType('resource')
  const sizes = resources.filter((r) => r.initiatorType === 'img').map((r) => r.encodedBodySize)
  return {
    largestImageBytes: Math.max(...sizes),
    imageBytes: sizes.reduce((sum, size) => sum + size, 0),
    requests: resources.length,
    shifts: window.shifts,
  }
}

// excess names the figures that are above a page's limits.
const excess = (name, found) => Object.entries(limits[name]).filter(([figure, most]) => !(found[figure] <= most)).map(([figure]) => figure)

for (const name of Object.keys(limits)) {
  test(`${name} weighs no more than it may`, async () => {
    const found = await weigh(name)
    assert.deepEqual(excess(name, found), [], JSON.stringify(found))
    assert.deepEqual({ shifts: found.shifts, problems: found.problems }, { shifts: [], problems: [] })
    if (name === 'landscape') assert.ok(found.isUrgent, 'the photo is not fetched first')
  })
}

// rewrite changes the HTML of pages on the way, and double the bytes of images.
const rewrite = (change) => (page) => page.route(`${site.url}/`, async (route) => {
  const response = await route.fetch()
  await route.fulfill({ response, body: change(await response.text()) })
})
const double = (page) => page.route('**/media/**', async (route) => {
  const response = await route.fetch()
  const body = await response.body()
  await route.fulfill({ response, body: Buffer.concat([body, body]) })
})
const addScript = async (page) => {
  await rewrite((html) => html.replace('</title>', '</title><script src="/assets/slow.js"></script>'))(page)
  await page.route('**/assets/slow.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'for (let i = 0; i < 1000; i++) { Math.sqrt(i) }' }))
}

const changes = [
  ['without lazy loading', rewrite((html) => html.replaceAll(' loading="lazy"', '')), ['eagerImages']],
  ['with images that are all lazy', rewrite((html) => html.replaceAll('<img ', '<img loading="lazy" ')), ['lazyInView']],
  ['with images of twice the bytes', double, ['largestImageBytes', 'imageBytes']],
  ['with a script that blocks and loops', addScript, ['blockingRequests', 'scriptSteps', 'requests']],
  ['with fifty more elements', rewrite((html) => html.replace('</main>', `${'<i></i>'.repeat(50)}</main>`)), ['elements']],
]

for (const [name, change, figures] of changes) {
  test(`a home page ${name} weighs more than it may`, async () => {
    const found = await weigh('home', change)
    const above = excess('home', found)
    assert.deepEqual(figures.filter((figure) => !above.includes(figure)), [], `${above}: ${JSON.stringify(found)}`)
  })
}
