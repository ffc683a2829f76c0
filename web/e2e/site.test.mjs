// Every page of the public site, as visitors see it: nothing moves, breaks, or asks
// another origin for anything.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { launch, scrollThrough, visit } from './browser.mjs'
import { inHalves } from './halves.mjs'
import { openPortfolio } from './portfolio.mjs'
import { startTour } from './tour.mjs'

// With SCREENSHOTS=dir the pages are also kept as pictures, to be looked at.
const screenshots = process.env.SCREENSHOTS
const sizes = [[390, 844], [768, 1024], [1440, 900], [2560, 1440]]

let site, browser
before(async () => {
  site = await openPortfolio()
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await site?.stop()
})

// lookAtAll visits every page; kind names the look in failures and screenshots.
async function lookAtAll(options, kind) {
  const tour = await startTour(browser, site.url, options)
  for (const [name, page] of Object.entries(site.pages)) await look(tour, name, page, kind)
  await tour.close()
}

async function look({ page, go }, name, { path, status = 200 }, kind) {
  const { response, takeProblems } = await go(path, status)
  await scrollThrough(page)
  const seen = await page.evaluate(() => ({
    shifts: window.shifts,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    broken: [...document.images].filter((i) => i.getClientRects().length && (!i.complete || i.naturalWidth === 0)).map((i) => i.src),
    unsized: [...document.images].filter((i) => !i.getAttribute('width') || !i.getAttribute('height') || !i.hasAttribute('alt')).map((i) => i.src),
    headings: document.querySelectorAll('h1').length,
  }))
  assert.deepEqual({ status: response.status(), problems: takeProblems(), ...seen }, { status, problems: [], shifts: [], overflow: 0, broken: [], unsized: [], headings: 1 }, `${name}, ${kind}`)
  if (screenshots) {
    mkdirSync(screenshots, { recursive: true })
    await page.screenshot({ path: `${screenshots}/${name}-${kind}.png`, fullPage: true })
  }
}

for (const [width, height] of sizes) {
  for (const colorScheme of screenshots ? ['light', 'dark'] : ['light']) {
    test(`every page is whole and still at ${width} px, ${colorScheme}`, () => lookAtAll({ viewport: { width, height }, colorScheme }, `${width}-${colorScheme}`))
  }
}

test('the dark look is whole and still', async () => {
  await site.set({ display_look: 'dark' })
  for (const [width, height] of screenshots ? sizes : [[1440, 900]]) await lookAtAll({ viewport: { width, height } }, `${width}-look`)
  await site.set({ display_look: 'editorial' })
})

// painted waits until a page has painted what it has of the document at an address, if
// anything: nothing is painted before what a link of the head expects is there.
async function painted(page, address) {
  const state = await page.waitForFunction((address) => {
    if (location.href !== address || !document.querySelector('.ways li')) return false
    const isMissing = (link) => !document.querySelector(link.getAttribute('href'))
    if ([...document.querySelectorAll('link[rel=expect][blocking=render]')].some(isMissing)) return 'blocked'
    return performance.getEntriesByName('first-contentful-paint').length > 0 && 'painted'
  }, address, { polling: 20 }) // without frames, the default would not ask
  if (await state.jsonValue() === 'blocked') return
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

test('nothing moves when a page arrives in two halves', async () => {
  let halved = 0
  for (const pattern of [/<nav class="ways"(.*?<li>){3}/s, /<ul class="grid">(.*?<li ){3}/s, /<nav class="facets"(.*?<li>){9}.*?<\/a> /s]) {
    let tour
    const slow = await inHalves(site.url, pattern, (path) => {
      halved++
      return painted(tour.page, slow.url + path)
    })
    try {
      tour = await startTour(browser, slow.url, { viewport: { width: 1440, height: 900 } })
      for (const path of ['/', '/t/winter', '/search?q=s']) {
        await tour.go(path)
        await scrollThrough(tour.page)
        assert.deepEqual(await tour.page.evaluate(() => window.shifts), [], `${path}, cut by ${pattern}`)
      }
      await tour.close()
    } finally {
      await slow.stop()
    }
  }
  assert.ok(halved >= 6, `${halved} pages arrived in halves`)
})

test('a photo page shows the whole picture without scrolling', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/media/**', (route) => route.abort()) // its room is kept without it
  for (const { path } of [site.pages.landscape, site.pages.portrait, site.pages.panorama]) {
    await page.goto(site.url + path)
    for (const viewport of [{ width: 1440, height: 900 }, { width: 844, height: 390 }]) {
      await page.setViewportSize(viewport)
      const bottom = await page.$eval('.stage .frame', (frame) => {
        frame.style.setProperty('--w', 6000) // as if the picture were as large as a camera's
        return frame.getBoundingClientRect().bottom
      })
      assert.ok(bottom <= viewport.height, `${path} ends at ${bottom} of ${viewport.height} px`)
    }
  }
  await context.close()
})

test('without JavaScript pages show their photos, and lead to them', async () => {
  const { home, second, gallery, tag, month, place, timeline, landscape, found } = site.pages
  const { page, context } = await visit(browser, site.url + landscape.path, { javaScriptEnabled: false })
  await page.click('.turn a[rel=next]')
  await page.waitForLoadState()
  assert.notEqual(new URL(page.url()).pathname, landscape.path)
  assert.ok(await page.locator('.stage img').isVisible())
  for (const { path } of [home, second, gallery, tag, month, place, timeline, found]) {
    await page.goto(site.url + path)
    const link = page.locator('.tile a, .strip a, .results a').first()
    const target = await link.getAttribute('href')
    assert.ok(await link.locator('img').isVisible(), `${path} shows no photo`)
    await link.click()
    await page.waitForLoadState()
    assert.equal(new URL(page.url()).pathname, target)
    assert.ok(await page.locator('.stage img').isVisible())
  }
  await context.close()
})

test('the years stay in sight while the months go by', async () => {
  for (const viewport of [{ width: 390, height: 500 }, { width: 1440, height: 500 }]) {
    const { page, context } = await visit(browser, `${site.url}/timeline?year=2021`, { viewport })
    await page.evaluate(() => scrollTo(0, document.querySelector('.months').getBoundingClientRect().bottom - innerHeight))
    const { top, bottom, scrolled } = await page.$eval('.years', (years) => ({ ...years.getBoundingClientRect().toJSON(), scrolled: scrollY }))
    assert.ok(scrolled > 500 && top >= 0 && bottom <= viewport.height, `from ${top} to ${bottom} at ${viewport.width} px, ${scrolled} px down`)
    await page.click('.years a:has-text("2023")')
    assert.equal(new URL(page.url()).search, '?year=2023')
    await page.click('.month h2 a >> nth=0')
    assert.match(new URL(page.url()).pathname, /^\/timeline\/2023\/\d+$/)
    await context.close()
  }
})

test('placeholders stand in for pictures that are not there yet', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/media/**', (route) => route.abort())
  const frames = '.tile, .strip li, .cover, .stage .frame'
  for (const name of ['home', 'second', 'gallery', 'galleries', 'tag', 'month', 'timeline', 'place', 'found', 'landscape', 'portrait']) {
    await page.goto(site.url + site.pages[name].path)
    const bare = await page.$$eval(frames, (all) => ({ all: all.length, without: all.filter((e) => !getComputedStyle(e).backgroundImage.includes('gradient')).length }))
    assert.ok(bare.all > 0 && bare.without === 0, `${name}: ${bare.without} of ${bare.all} have none`)
  }
  await context.close()
})

test('a photo that is opened cold says what it is', async () => {
  const { page, context, response } = await visit(browser, site.url + site.pages.landscape.path)
  assert.equal(response.status(), 200)
  assert.match(await page.title(), /^Frozen Shore — /)
  assert.equal(await page.getAttribute('link[rel=canonical]', 'href'), page.url())
  const preview = await page.request.get(await page.getAttribute('meta[property="og:image"]', 'content'))
  assert.match(preview.headers()['content-type'], /^image\//)
  const data = JSON.parse(await page.textContent('script[type="application/ld+json"]'))
  assert.equal(data['@type'], 'ImageObject')
  assert.equal(data.name, 'Frozen Shore')
  assert.equal(data.license, 'https://creativecommons.org/licenses/by/4.0/')
  for (const key of ['contentUrl', 'creator', 'creditText', 'copyrightNotice', 'acquireLicensePage']) assert.ok(data[key], key)
  await context.close()
})
