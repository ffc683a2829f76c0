// Portfolios with nothing in them, and with a single photo.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { signIn } from './api.mjs'
import { launch, violations, visit } from './browser.mjs'
import { picture } from './picture.mjs'
import { empty, start } from './server.mjs'
import { startTour } from './tour.mjs'

let server, browser
before(async () => {
  server = await start({ fixture: empty })
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const paths = ['/', '/galleries', '/timeline', '/map', '/search', '/search?q=x', '/about', '/zh/']

async function everyPageIsWhole() {
  for (const width of [390, 1440]) {
    const { page, go, close } = await startTour(browser, server.url, { viewport: { width, height: 900 }, bypassCSP: true })
    for (const path of paths) {
      const { response, takeProblems } = await go(path)
      const seen = await page.evaluate(() => ({ overflow: document.documentElement.scrollWidth - innerWidth, shifts: window.shifts, words: document.querySelector('main').innerText.trim().length > 0 }))
      assert.deepEqual({ status: response.status(), problems: takeProblems(), ...seen }, { status: 200, problems: [], overflow: 0, shifts: [], words: true }, `${path} at ${width} px`)
      if (width === 390) assert.deepEqual(await violations(page), [], path)
    }
    await close()
  }
}

describe('a portfolio', () => {
  test('without photos says so on every page', everyPageIsWhole)

  test('with a single photo shows it well', async () => {
    const api = await signIn(server)
    const photo = await api.hang(picture(1500, 1000), { title: 'The only one' })
    await everyPageIsWhole()
    const { page, context } = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } })
    const box = await page.locator('.tile').boundingBox()
    assert.ok(box.width > 500 && box.y + box.height <= 900, `${box.width} by ${box.height} at ${box.y}`)
    await page.click('.tile a')
    await page.waitForSelector('.pswp--open')
    assert.equal(await page.evaluate(() => location.pathname), `/p/${photo.slug}`)
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.evaluate(() => location.pathname), `/p/${photo.slug}`)
    await context.close()
  })
})
