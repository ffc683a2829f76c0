// The public site in Debian's Chromium: what visitors see, and that nothing
// moves, breaks, or asks another origin for anything.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { start } from './server.mjs'

const axePath = createRequire(import.meta.url).resolve('axe-core')
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
const viewports = [{ width: 390, height: 844 }, { width: 768, height: 1024 }, { width: 1440, height: 900 }, { width: 2560, height: 1440 }]
// With SCREENSHOTS=dir the pages are also kept as pictures, to be looked at.
const screenshots = process.env.SCREENSHOTS

let server, browser
before(async () => {
  server = await start()
  await givePlaces()
  browser = await chromium.launch({ executablePath: chromiumPath, args: flags })
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

// givePlaces puts three of the photos on the map.
async function givePlaces() {
  const ask = async (method, path, body, token) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(`${server.url}/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
    assert.ok(response.ok, `${method} ${path} answers ${response.status}`)
    return (await response.json()).data
  }
  const { access_token: token } = await ask('POST', '/auth/login', { username: 'admin', password: 'a long enough password' })
  const photos = await ask('GET', '/photos?limit=3')
  const places = [{ latitude: 48.86, longitude: 2.34, city: 'Paris' }, { latitude: -54.8, longitude: -68.3, city: 'Ushuaia' }, { latitude: 35.7, longitude: 139.7 }]
  for (const [i, { id }] of photos.entries()) await ask('PUT', `/photos/${id}`, { location: places[i] }, token)
}

// open returns a page at a path, and what went wrong on it while it loaded.
async function open(path, options = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const problems = []
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && problems.push(m.text()))
  page.on('pageerror', (e) => problems.push(String(e)))
  page.on('request', (r) => new URL(r.url()).origin !== server.url && !r.url().startsWith('data:') && problems.push(`asks ${r.url()}`))
  page.on('response', (r) => r.status() >= 400 && r.url() !== server.url + path && problems.push(`${r.status()} for ${r.url()}`))
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shift += e.value })).observe({ type: 'layout-shift', buffered: true })
  })
  const response = await page.goto(server.url + path, { waitUntil: 'networkidle' })
  return { page, context, problems, response }
}

async function scrollThrough(page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 50))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
}

async function keep(page, name) {
  if (!screenshots) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true })
}

const photoPaths = () => linksOn('/', '.tile a')
const monthPaths = () => linksOn('/timeline', '.month h2 a')

async function linksOn(path, selector) {
  const { page, context } = await open(path)
  const paths = await page.$$eval(selector, (links) => links.map((a) => new URL(a.href).pathname))
  await context.close()
  return paths
}

for (const viewport of viewports) {
  for (const colorScheme of ['light', 'dark']) {
    describe(`${viewport.width} px, ${colorScheme}`, () => {
      const look = async (path, name) => {
        const { page, context, problems, response } = await open(path, { viewport, colorScheme })
        await scrollThrough(page)
        await keep(page, `${name}-${viewport.width}-${colorScheme}`)
        const seen = await page.evaluate(() => ({
          shift: window.shift,
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          broken: [...document.images].filter((i) => !i.complete || i.naturalWidth === 0).map((i) => i.src),
          unsized: [...document.images].filter((i) => !i.getAttribute('width') || !i.getAttribute('height') || !i.hasAttribute('alt')).map((i) => i.src),
        }))
        await context.close()
        return { problems, status: response.status(), ...seen }
      }
      const expectWell = (seen, status = 200) => {
        assert.equal(seen.status, status)
        assert.deepEqual(seen.broken, [], 'pictures that do not load')
        assert.deepEqual(seen.unsized, [], 'pictures without size or text')
        assert.equal(seen.overflow, 0, 'horizontal overflow')
        assert.ok(seen.shift < 0.001, `layout shift of ${seen.shift}`)
      }
      test('home', async () => expectWell(await look('/', 'home')))
      test('photos', async () => {
        for (const [i, path] of (await photoPaths()).slice(0, 3).entries()) expectWell(await look(path, `photo-${i + 1}`))
      })
      test('timeline', async () => {
        expectWell(await look('/timeline', 'timeline'))
        expectWell(await look((await monthPaths())[0], 'month'))
      })
      test('map', async () => expectWell(await look('/map', 'map')))
      test('search', async () => {
        expectWell(await look('/search', 'search'))
        expectWell(await look('/search?q=s', 'found'))
      })
      test('a page that is not there', async () => expectWell(await look('/p/no-such-photo', 'missing'), 404))
    })
  }
}

test('a photo page shows the whole picture without scrolling', async () => {
  const paths = await photoPaths()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/media/**', (route) => route.abort()) // its room is kept without it
  for (const path of paths) {
    await page.goto(server.url + path)
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

test('nothing is reported, and nothing asked of other origins', async () => {
  for (const path of ['/', (await photoPaths())[0], '/timeline', (await monthPaths())[0], '/map', '/search', '/search?q=s']) {
    const { problems, context } = await open(path)
    await context.close()
    assert.deepEqual(problems, [])
  }
})

test('works without JavaScript', async () => {
  const { page, context } = await open('/', { javaScriptEnabled: false })
  const tile = page.locator('.tile a').first()
  const target = await tile.getAttribute('href')
  await tile.click()
  assert.equal(new URL(page.url()).pathname, target)
  assert.ok(await page.locator('h1').textContent())
  await context.close()
})

test('tiles show a placeholder before their picture', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/media/**', (route) => route.abort())
  await page.goto(server.url)
  const without = await page.$$eval('.tile', (tiles) => tiles.filter((t) => !getComputedStyle(t).backgroundImage.includes('gradient')).length)
  assert.equal(without, 0)
  await context.close()
})

// The page's policy forbids axe, which runs in a context that sets it aside.
test('axe finds nothing', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ bypassCSP: true, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const path of ['/', (await photoPaths())[0], '/timeline', (await monthPaths())[0], '/map', '/search', '/search?q=s', '/p/no-such-photo']) {
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      await page.addScriptTag({ path: axePath })
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }))
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].html}`), [], `${path}, ${colorScheme}`)
    }
    await context.close()
  }
})
