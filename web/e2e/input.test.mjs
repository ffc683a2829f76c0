// What people write and ask that nobody thought of: every page stays whole.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { launch, scrollThrough, violations, visit } from './browser.mjs'
import { picture } from './picture.mjs'
import { openPortfolio } from './portfolio.mjs'
import { startTour } from './tour.mjs'

const markup = `<img src=x onerror="alert(1)"></title></style></script><b>"Bold" & 'quoted'</b> {{.}} ]]>`
const titles = {
  'one character': 'X',
  'two hundred characters': 'Donaudampfschifffahrt'.repeat(10).slice(0, 200),
  'right to left': 'غروب الشمس على الميناء (٢٠٢٤)',
  'Chinese': '雪落无声：北方的冬天，没有尽头',
  'markup': markup,
  'symbols': '🌅🏔️ ← →',
}
const shapes = { 'one by twelve': [100, 1200], 'twelve by one': [1200, 100], 'one pixel': [1, 1] }

let site, browser, tour
const photos = {}
before(async () => {
  site = await openPortfolio()
  browser = await launch()
  tour = await startTour(browser, site.url)
  const { id: gallery } = await site.call('POST', '/categories', { name: markup, description: markup, is_featured: true })
  const added = Object.entries(titles).map(([name, title], i) => [name, picture(300, 200, [[9 * i, 80, 120], [200, 30 * i, 60]]), {
    title, description: title, tags: [title.slice(0, 50)], categories: [gallery], taken_at: '2020-05-05T05:05:05Z',
    location: { city: title.slice(0, 100), country: 'Ελλάδα', latitude: 10, longitude: 10 },
  }])
  for (const [name, size] of Object.entries(shapes)) added.push([name, picture(...size), { title: name }])
  for (const [name, bytes, fields] of added) photos[name] = await site.add(bytes, fields)
  for (const name of Object.keys(photos)) photos[name] = await site.ready(photos[name])
  const { id: second } = await site.call('POST', '/timeline/events', { title: markup, description: markup, date: '2020-05-06', related_photos: [photos.markup.id] })
  assert.ok(second)
})
after(async () => {
  await browser?.close()
  await site?.stop()
})

// whole looks at a page: it must show what it should, and nothing may break it.
async function whole(path, { status = 200, viewport = { width: 390, height: 844 } } = {}) {
  const { page } = tour
  await page.setViewportSize(viewport)
  const { response, takeProblems } = await tour.go(path, status)
  await scrollThrough(page)
  const seen = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    shifts: window.shifts,
    injected: document.querySelectorAll('main b, img[src="x"], body > title').length,
    spoilt: document.documentElement.outerHTML.includes('ZgotmplZ'),
  }))
  assert.deepEqual({ status: response.status(), problems: takeProblems(), ...seen }, { status, problems: [], overflow: 0, shifts: [], injected: 0, spoilt: false }, path)
  return page
}

const slugPath = (name) => `/p/${encodeURIComponent(photos[name].slug)}`

test('a photo of any title and shape has its page', async () => {
  for (const [name, photo] of Object.entries(photos)) {
    const page = await whole(slugPath(name))
    assert.equal(await page.textContent('.photo h1'), photo.title)
    assert.ok(await page.locator('.stage img').isVisible(), name)
    assert.equal(JSON.parse(await page.textContent('script[type="application/ld+json"]')).name, photo.title)
  }
})

test('and its place in lists, at every width', async () => {
  for (const path of ['/', '/galleries', '/timeline?year=2020', '/timeline/2020/5', '/map', '/map/10,10', '/search', `/search?q=${encodeURIComponent('غروب')}`]) {
    for (const width of [320, 390, 1440]) await whole(path, { viewport: { width, height: 800 } })
  }
})

test('words that run from right to left do so', async () => {
  const page = await whole(slugPath('right to left'))
  assert.equal(await page.$eval('.photo h1', (h) => getComputedStyle(h).direction), 'rtl')
})

test('pictures of extreme shapes are whole on their page, and not slivers in the grid', async () => {
  const { page, context } = await visit(browser, site.url, { viewport: { width: 1440, height: 900 } })
  for (const name of Object.keys(shapes)) {
    const box = await page.locator(`.tile a[href="${slugPath(name)}"]`).boundingBox()
    assert.ok(Math.min(box.width, box.height) >= 80, `${name} is ${box.width} by ${box.height}`)
    const own = await context.newPage()
    await own.goto(site.url + slugPath(name))
    const { drawn, natural } = await own.$eval('.stage img', (i) => ({ drawn: i.width / i.height, natural: i.naturalWidth / i.naturalHeight }))
    assert.ok(Math.abs(drawn / natural - 1) < 0.05, `${name} is drawn ${drawn}, not ${natural}`)
    await own.close()
  }
  await context.close()
})

test('a photo without a name for its address gets one', async () => {
  for (const name of Object.keys(photos)) assert.match(photos[name].slug, /^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u, name)
})

test('the lightbox shows what the pages show', async () => {
  const { page, context, problems } = await visit(browser, site.url, { viewport: { width: 1440, height: 900 } })
  for (const name of ['markup', 'right to left', 'twelve by one']) {
    await page.click(`.tile a[href="${slugPath(name)}"]`)
    await page.waitForSelector('.pswp--open')
    assert.equal(await page.textContent('.pswp__title'), photos[name].title)
    await page.keyboard.press('i')
    await page.waitForFunction((title) => document.querySelector('.facts h2')?.textContent === title, photos[name].title)
    assert.equal(await page.locator('.pswp b, img[src="x"]').count(), 0)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('.pswp'))
  }
  assert.deepEqual(problems, [])
  await context.close()
})

test('absurd addresses show a page, or say that there is none', async () => {
  const long = 'x'.repeat(3000)
  for (const [path, status] of [
    ['/?page=-1', 200], ['/?page=1e9', 200], ['/?page=99999999999999999999', 200], ['/?page=900000', 404], ['/?page=<script>', 200], ['/?utm_source=x&utm_source=y', 200],
    ['/?page=%00', 200], ['/?%ff%fe=%ff', 200], [`/?q=${long}`, 200], ['/search?q=%00', 200], ['/search?q=%ff', 200], [`/search?q=${long}`, 200],
    ['/search?q=a&page=777', 404], ['/search?q=a&year=-5&category=zz&tag=&tag=%00', 200], ['/search?q=%22%27%29%3B--', 200], ['/search?q=*%20NEAR%20(', 200],
    ['/timeline?year=0', 404], ['/timeline?year=abc', 404], ['/timeline/2024/13', 404], ['/timeline/2024/02', 404], ['/map/999,999', 404], ['/map/%3Cb%3E', 404],
    ['/p/%00', 404], ['/p/%2e%2e%2f', 404], ['/p/..%2fadmin', 404], ['/c/no/such/gallery', 404], ['/c/', 404], ['/t/%F0%9F%8C%85', 404], [`/p/${long}`, 404], ['/zh/p/nothing', 404], ['/zh', 200],
  ]) {
    const page = await whole(path, { status })
    assert.equal(await page.locator('h1').count(), 1, path)
  }
})

test('a search for markup finds that, and is no markup', async () => {
  for (const words of ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', markup]) {
    const page = await whole(`/search?q=${encodeURIComponent(words)}`)
    assert.equal(await page.inputValue('input[name=q]'), words.trim())
  }
  const page = await whole('/search?q=onerror')
  assert.deepEqual(await page.$$eval('.results .label', (all) => all.map((e) => e.textContent)), [markup])
})

test('what was deleted, drafted or archived is told apart', async () => {
  const { id, slug } = photos.symbols
  const answers = async () => (await fetch(`${site.url}${slugPath('symbols')}`)).status
  assert.equal(await answers(), 200)
  for (const status of ['draft', 'archived']) {
    await site.call('PUT', `/photos/${id}`, { status })
    assert.equal(await answers(), 404, `${slug}, ${status}`)
  }
  await site.call('PUT', `/photos/${id}`, { status: 'published' })
  await site.call('DELETE', `/photos/${id}`)
  assert.equal(await answers(), 410)
  const page = await whole(slugPath('symbols'), { status: 410 })
  assert.deepEqual(await page.$$eval('link[rel=canonical]', (all) => all.map((link) => link.href)), [])
  await site.call('POST', `/photos/${id}/restore`)
})

test('axe finds nothing on pages of such words', async () => {
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const path of ['/', '/galleries', '/map', '/search?q=onerror', slugPath('markup'), slugPath('right to left'), '/timeline/2020/5']) {
    await page.goto(site.url + path)
    assert.deepEqual(await violations(page), [], path)
  }
  await context.close()
})
