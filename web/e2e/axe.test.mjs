// What axe finds on every kind of page, in both looks, light and dark. A page's
// policy forbids axe, which runs in contexts that set it aside.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { launch, violations } from './browser.mjs'
import { openPortfolio } from './portfolio.mjs'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let site, browser
before(async () => {
  site = await openPortfolio()
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await site?.stop()
})

for (const [display_look, colorScheme] of [['editorial', 'light'], ['editorial', 'dark'], ['dark', 'light']]) {
  test(`axe finds nothing in the ${display_look} look, ${colorScheme}`, async () => {
    await site.set({ display_look })
    const context = await browser.newContext({ bypassCSP: true, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.addInitScript({ path: axe }) // sooner there than when it is sent to each page
    for (const [name, { path }] of Object.entries(site.pages)) {
      await page.goto(site.url + path)
      assert.deepEqual(await violations(page), [], name)
    }
    await page.goto(site.url)
    await page.click('.tile a')
    await page.waitForSelector('.pswp--open')
    await page.keyboard.press('i')
    await page.waitForSelector('.facts h2')
    await page.waitForFunction(() => document.getAnimations().every((a) => a.playState === 'finished'))
    assert.deepEqual(await violations(page), [], 'lightbox')
    await context.close()
  })
}
