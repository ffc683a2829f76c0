// The search, with its filters and its place in the history.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { launch, visit } from './browser.mjs'
import { openPortfolio } from './portfolio.mjs'

let site, browser
before(async () => {
  site = await openPortfolio()
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await site?.stop()
})

const titles = (page) => page.$$eval('.results .label', (all) => all.map((e) => e.textContent))
const query = (page) => Object.fromEntries(new URL(page.url()).searchParams)

// follow clicks a link, and waits until the page that it leads to is whole.
async function follow(page, link) {
  await page.click(link)
  await page.waitForLoadState()
}

test('words and filters are in the address, and found again by it', async () => {
  const { page, context, problems } = await visit(browser, `${site.url}/search`)
  await page.fill('input[name=q]', 'shore')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=shore')
  assert.deepEqual(await titles(page), ['Frozen Shore'])
  await page.fill('input[name=q]', 's')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=s')
  const all = (await titles(page)).length
  await follow(page, '.facets a:has(:text-is("winter"))')
  assert.deepEqual(query(page), { q: 's', tag: 'winter' })
  const narrowed = await titles(page)
  assert.ok(narrowed.length > 0 && narrowed.length < all, `${narrowed.length} of ${all}`)
  await follow(page, '.facets a:has(:text-is("Landscapes"))')
  assert.equal(query(page).category, 'landscapes')
  await follow(page, '.facets a:has(:text-is("2024"))')
  assert.deepEqual(query(page), { q: 's', tag: 'winter', category: 'landscapes', year: '2024' })
  const last = await titles(page)
  await page.reload()
  assert.deepEqual(await titles(page), last)
  await follow(page, '.chosen:has-text("winter")')
  assert.deepEqual(query(page), { q: 's', category: 'landscapes', year: '2024' })
  for (let i = 0; i < 4; i++) await page.goBack()
  assert.deepEqual(query(page), { q: 's' })
  assert.equal((await titles(page)).length, all)
  assert.deepEqual(problems, [])
  await context.close()
})

test('Back returns to where the results were left, and nothing moves', async () => {
  const { page, context } = await visit(browser, `${site.url}/search?q=s`, { viewport: { width: 390, height: 600 } })
  await page.locator('.results li').last().scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  assert.ok(left > 300, `scrolled to ${left}`)
  await page.locator('.results a').last().click()
  await page.waitForSelector('.stage')
  await page.goBack()
  await page.waitForSelector('.results')
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, left)
  assert.deepEqual(await page.evaluate(() => window.shifts), [])
  await context.close()
})

test('nothing moves while one searches', async () => {
  for (const width of [390, 768, 1440]) {
    const { page, context } = await visit(browser, `${site.url}/search`, { viewport: { width, height: 900 } })
    await page.fill('input[name=q]', 's')
    await page.click('.search button')
    await page.waitForSelector('.results')
    await page.click('.facets a')
    await page.waitForSelector('.chosen')
    await page.goBack()
    await page.waitForSelector('.results')
    assert.deepEqual(await page.evaluate(() => window.shifts), [], `${width} px`)
    await context.close()
  }
})
