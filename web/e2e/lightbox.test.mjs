// The lightbox, by keyboard and by history, and what the pages gain by script.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { signIn } from './api.mjs'
import { launch, violations, visit } from './browser.mjs'
import { start } from './server.mjs'

let server, api, browser, paths
before(async () => {
  server = await start()
  api = await signIn(server)
  browser = await launch()
  const { page, context } = await visit(browser, server.url)
  paths = await page.$$eval('.tile a', (links) => links.map((a) => new URL(a.href).pathname))
  await context.close()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

// at asks the page itself: what Playwright knows of its address comes later.
const at = (page) => page.evaluate(() => location.pathname)
const isOpen = (page) => page.locator('.pswp--open').count()
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('href'))
const closed = (page) => page.waitForFunction(() => !document.querySelector('.pswp'))

async function openFirst(page) {
  await page.focus('.tile a')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.pswp--open')
}

test('nothing of the lightbox is fetched before the first look', async () => {
  const { page, context, problems } = await visit(browser, server.url)
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').filter((e) => e.name.includes('lightbox')).length)
  assert.equal(await fetched(), 0)
  await openFirst(page)
  assert.equal(await fetched(), 2)
  await page.waitForFunction(() => document.querySelector('.pswp__img:not(.pswp__img--placeholder)')?.complete)
  assert.deepEqual(problems, [])
  await context.close()
})

test('each photo is at its own address, and Back leaves', async () => {
  const { page, context, problems } = await visit(browser, server.url)
  await openFirst(page)
  assert.equal(await at(page), paths[0])
  await page.keyboard.press('ArrowRight')
  assert.equal(await at(page), paths[1])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await at(page), paths[1])
  await page.goBack()
  await closed(page)
  assert.equal(await at(page), '/')
  await page.goForward()
  await page.waitForSelector('.pswp--open')
  assert.equal(await at(page), paths[1])
  await page.reload()
  assert.equal(await isOpen(page), 0)
  assert.equal(await page.locator('.stage img').count(), 1)
  await page.goBack()
  await page.waitForSelector('.tile')
  assert.equal(await at(page), '/')
  assert.deepEqual(problems, [])
  await context.close()
})

test('Escape leaves, and the focus is on the photo that was seen last', async () => {
  const { page, context } = await visit(browser, server.url, { viewport: { width: 1280, height: 500 } })
  const title = await page.title()
  await openFirst(page)
  for (let i = 1; i < paths.length; i++) await page.keyboard.press('ArrowRight')
  assert.equal(await page.title(), await page.getAttribute(`.tile a[href="${paths.at(-1)}"] img`, 'alt'))
  await page.keyboard.press('ArrowRight') // there is no next
  await page.keyboard.press('Escape')
  await closed(page)
  await page.waitForFunction(() => location.pathname === '/')
  assert.equal(await focused(page), paths.at(-1))
  assert.equal(await page.title(), title)
  await page.waitForFunction(() => {
    const box = document.activeElement.getBoundingClientRect()
    return box.top >= 0 && box.bottom <= innerHeight
  })
  await context.close()
})

test('the photo that was seen last is in sight even when the browser is slow to go back', async () => {
  const { page, context } = await visit(browser, server.url, { viewport: { width: 1280, height: 500 } })
  await openFirst(page)
  for (let i = 1; i < paths.length; i++) await page.keyboard.press('ArrowRight')
  await page.evaluate(() => {
    const back = history.back.bind(history)
    history.back = () => { window.goBack = back }
  })
  await page.keyboard.press('Escape')
  await closed(page)
  await page.evaluate(() => new Promise((done) => {
    addEventListener('popstate', () => requestAnimationFrame(() => requestAnimationFrame(done)))
    window.goBack()
  }))
  assert.equal(await at(page), '/')
  assert.equal(await focused(page), paths.at(-1))
  const { top, bottom } = await page.evaluate(() => document.activeElement.getBoundingClientRect().toJSON())
  assert.ok(top >= 0 && bottom <= 500, `from ${top} to ${bottom}`)
  await context.close()
})

test('Back closes the lightbox while it still opens', async () => {
  const { page, context, problems } = await visit(browser, server.url, { reducedMotion: 'no-preference' })
  await page.evaluate(() => new MutationObserver((_, observer) => {
    if (!document.querySelector('.pswp')) return
    observer.disconnect()
    window.hasOpened = true
    history.back()
  }).observe(document.body, { childList: true }))
  await page.focus('.tile a')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => window.hasOpened)
  await closed(page)
  assert.equal(await at(page), '/')
  assert.equal(await focused(page), paths[0])
  assert.deepEqual(problems, [])
  await context.close()
})

test('the photos of the next page follow those of the first', async () => {
  await api.set({ display_photos_per_page: 8 })
  const { page, context, problems } = await visit(browser, server.url, { viewport: { width: 1280, height: 800 } })
  const own = await page.$$eval('.tile a', (links) => links.map((a) => a.pathname))
  const { page: second, context: other } = await visit(browser, `${server.url}/?page=2`)
  const further = await second.$$eval('.tile a', (links) => links.map((a) => a.pathname))
  await other.close()
  await page.locator('.tile a').last().click()
  await page.waitForSelector('.pswp--open')
  await page.waitForFunction((n) => document.querySelector('.pswp__counter').textContent.endsWith(` ${n}`), own.length + further.length)
  for (const path of further) {
    await page.keyboard.press('ArrowRight')
    assert.equal(await at(page), path)
  }
  await page.keyboard.press('i')
  await page.waitForSelector('.facts h2')
  await page.keyboard.press('ArrowRight') // there is no third page
  assert.equal(await at(page), further.at(-1))
  await page.waitForFunction(() => document.querySelector('.pswp__item[aria-hidden=false] .pswp__img:not(.pswp__img--placeholder)')?.complete)
  await page.keyboard.press('Escape')
  await closed(page)
  await page.waitForFunction(() => location.pathname === '/')
  assert.equal(await focused(page), own.at(-1))
  assert.deepEqual(problems, [])
  await context.close()
  await api.set({ display_photos_per_page: 24 })
})

test('another language keeps its addresses', async () => {
  const { page, context } = await visit(browser, `${server.url}/zh/`)
  await openFirst(page)
  assert.equal(await at(page), '/zh' + paths[0])
  await page.keyboard.press('i')
  assert.equal(await page.getAttribute('.pswp', 'aria-label'), '照片')
  await context.close()
})

test('arrow keys lead from tile to tile', async () => {
  const { page, context } = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } })
  const tops = await page.$$eval('.tile', (tiles) => tiles.map((t) => Math.round(t.getBoundingClientRect().top)))
  const second = tops.findIndex((top) => top > tops[0])
  const go = async (key) => {
    await page.keyboard.press(key)
    return paths.indexOf(await focused(page))
  }
  await page.focus('.tile a')
  assert.equal(await go('ArrowRight'), 1)
  assert.equal(await go('ArrowLeft'), 0)
  assert.equal(await go('ArrowLeft'), 0)
  assert.equal(await go('ArrowDown'), second)
  const above = await go('ArrowUp')
  assert.ok(above < second, `up from the second row is ${above}`)
  assert.equal(await go('ArrowUp'), above)
  await context.close()
})

test('i shows what the page says of the photo', async () => {
  const { page, context, problems } = await visit(browser, server.url)
  await openFirst(page)
  await page.keyboard.press('i')
  await page.waitForSelector('.facts h2')
  assert.equal(await page.getAttribute('.pswp__button--info', 'aria-expanded'), 'true')
  const title = () => page.textContent('.facts h2')
  assert.equal(await title(), await page.getAttribute(`.tile a[href="${paths[0]}"] img`, 'alt'))
  await page.keyboard.press('ArrowRight')
  const next = await page.getAttribute(`.tile a[href="${paths[1]}"] img`, 'alt')
  await page.waitForFunction((words) => document.querySelector('.facts h2').textContent === words, next)
  assert.ok(await page.locator('.facts a[rel=tag]').count() > 0)
  await page.keyboard.press('i')
  assert.equal(await page.isVisible('.facts'), false)
  assert.deepEqual(problems, [])
  await context.close()
})

test('space starts and stops the slide show, which rests in a hidden tab', async () => {
  await api.set({ display_slideshow_seconds: 9 })
  const { page, context } = await visit(browser, server.url)
  await page.clock.install({ time: '2024-01-01' })
  await page.clock.pauseAt('2024-01-02')
  await openFirst(page)
  const shown = async () => {
    await page.waitForFunction(() => document.querySelector('.pswp__item[aria-hidden=false] .pswp__img:not(.pswp__img--placeholder)')?.complete)
    await page.evaluate(() => new Promise((done) => { // its load event is a task that is queued by now
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage(null)
    }))
  }
  const hide = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
  await shown()
  await page.keyboard.press(' ')
  assert.equal(await page.getAttribute('.pswp__button--play', 'aria-pressed'), 'true')
  await page.clock.runFor(8999)
  assert.equal(await at(page), paths[0])
  await page.clock.runFor(1)
  assert.equal(await at(page), paths[1])
  await shown()
  await hide(true)
  await page.clock.runFor(60_000)
  assert.equal(await at(page), paths[1])
  await hide(false)
  await page.clock.runFor(9000)
  assert.equal(await at(page), paths[2])
  await page.keyboard.press(' ')
  await page.clock.runFor(60_000)
  assert.equal(await at(page), paths[2])
  await context.close()
  await api.set({ display_slideshow_seconds: 5 })
})

test('f fills the screen', async () => {
  const { page, context } = await visit(browser, server.url)
  await openFirst(page)
  await page.keyboard.press('f')
  await page.waitForFunction(() => document.fullscreenElement?.classList.contains('pswp'))
  await page.keyboard.press('f')
  await page.waitForFunction(() => !document.fullscreenElement)
  await context.close()
})

test('a photo page follows the arrow keys', async () => {
  const { page, context } = await visit(browser, server.url + paths[0])
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(server.url + paths[1])
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(server.url + paths[0])
  await context.close()
})

test('nothing moves for those who prefer that', async () => {
  const { page, context } = await visit(browser, server.url)
  await openFirst(page)
  const running = await page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length)
  assert.equal(running, 0)
  await context.close()
})

test('axe finds nothing in the lightbox', async () => {
  const { page, context } = await visit(browser, server.url, { bypassCSP: true })
  await openFirst(page)
  await page.keyboard.press('i')
  await page.waitForSelector('.facts h2')
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState === 'finished'))
  assert.deepEqual(await violations(page), [])
  await context.close()
})

const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const light = 'rgb(251, 250, 248)'
const dark = 'rgb(18, 18, 18)'

test('the ground follows the system, unless the visitor chose', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const [own, other] = colorScheme === 'light' ? [light, dark] : [dark, light]
    const { page, context } = await visit(browser, server.url, { colorScheme })
    assert.equal(await ground(page), own)
    await page.click('#ground')
    assert.equal(await ground(page), other)
    assert.equal(await page.getAttribute('#ground', 'aria-pressed'), String(other === dark))
    await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => { window.first = getComputedStyle(document.body).backgroundColor }))
    await page.goto(server.url + paths[0])
    assert.equal(await page.evaluate(() => window.first), other, 'a flash of the wrong ground')
    await page.click('#ground')
    assert.equal(await ground(page), own)
    assert.equal(await page.evaluate(() => localStorage.length), 0)
    await context.close()
  }
})
