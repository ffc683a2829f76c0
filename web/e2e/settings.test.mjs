// Settings take effect on the site at once: the very next page shows them.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { signIn } from './api.mjs'
import { launch, visit } from './browser.mjs'
import { start } from './server.mjs'

let server, browser, set, path
before(async () => {
  server = await start()
  const api = await signIn(server)
  set = api.set
  browser = await launch()
  const [{ slug }] = await api.call('GET', '/photos?limit=1')
  path = `/p/${slug}`
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

// see changes settings, and returns what look finds on a page that it opens next.
async function see(settings, look, { at = '/', ...options } = {}) {
  await set(settings)
  const { page, context, problems } = await visit(browser, server.url + at, options)
  const seen = await look(page)
  assert.deepEqual(problems, [])
  await context.close()
  return seen
}

const style = (selector, property) => (page) => page.$eval(selector, (e, property) => getComputedStyle(e)[property], property)
const text = (selector) => (page) => page.textContent(selector)
const count = (selector) => (page) => page.locator(selector).count()

test('the title, the author and what is said of the site', async () => {
  for (const [title, author] of [['Light & <Shade>', 'Ada'], ['影', '李']]) {
    const words = { site_title: title, site_author: author, site_description: `Of ${title}`, site_email: 'ada@example.org' }
    assert.equal(await see(words, (page) => page.title()), title)
    assert.equal(await see({}, text('.name')), title)
    assert.match(await see({}, text('.colophon p')), new RegExp(`© ${author} · ada@example.org`))
    assert.equal(await see({}, text('.about h1'), { at: '/about' }), author)
    assert.equal(await see({}, text('.about .words'), { at: '/about' }), `Of ${title}`)
    assert.equal(await see({}, async (page) => JSON.parse(await page.textContent('script[type="application/ld+json"]')).creator.name, { at: path }), author)
  }
})

test('the colours, where they can be read', async () => {
  const name = style('.masthead .name', 'color')
  assert.equal(await see({ display_theme_primary_color: '#0b5d3b' }, name), 'rgb(11, 93, 59)')
  assert.equal(await see({ display_theme_primary_color: '#fff3c4' }, name), 'rgb(31, 41, 55)', 'pale on white')
  assert.equal(await see({}, name, { colorScheme: 'dark' }), 'rgb(255, 243, 196)')
  const accent = (page) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
  assert.equal(await see({ display_theme_secondary_color: '#7c2d12' }, accent), '#7c2d12')
})

test('the dark mode, and the look', async () => {
  const ground = style('body', 'backgroundColor')
  const light = 'rgb(251, 250, 248)', dark = 'rgb(18, 18, 18)'
  assert.equal(await see({ display_enable_dark_mode: false }, ground, { colorScheme: 'dark' }), light)
  assert.equal(await see({}, count('#ground')), 0)
  assert.equal(await see({ display_look: 'dark' }, ground, { colorScheme: 'light' }), dark)
  assert.equal(await see({ display_look: 'editorial', display_enable_dark_mode: true }, ground, { colorScheme: 'dark' }), dark)
  assert.equal(await see({}, count('#ground')), 1)
})

test('how many photos are on a page', async () => {
  assert.equal(await see({ display_photos_per_page: 5 }, count('.tile')), 5)
  assert.equal(await see({}, count('.tile'), { at: '/?page=3' }), 4)
  assert.equal(await see({ display_photos_per_page: 24 }, count('.tile')), 14)
})

// moving leads from a page to another, and tells what moves on the way.
async function moving(page) {
  const caption = await style('.tile .caption', 'transitionDuration')(page)
  await page.context().addInitScript(() => addEventListener('pagereveal', ({ viewTransition }) => {
    window.moved = viewTransition ? viewTransition.ready.then(() => document.getAnimations().length > 0) : false
  }))
  await page.click('.ways a[href="/about"]')
  await page.waitForSelector('.about')
  return { page: await page.evaluate(() => window.moved), caption: caption !== '0s' }
}

test('whether anything moves, which is never so for those who prefer that it does not', async () => {
  const still = { page: false, caption: false }
  assert.deepEqual(await see({ display_enable_animations: true }, moving, { reducedMotion: 'no-preference' }), { page: true, caption: true })
  assert.deepEqual(await see({}, moving, { reducedMotion: 'reduce' }), still)
  assert.deepEqual(await see({ display_enable_animations: false }, moving, { reducedMotion: 'no-preference' }), still)
  await set({ display_enable_animations: true })
})

test('whether originals can be downloaded', async () => {
  const download = async (page) => {
    const [{ href }] = await page.$$eval('.photo .keep', (all) => all.map((a) => ({ href: a.href })))
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('.photo .keep')])
    return { href, name: file.suggestedFilename(), failure: await file.failure() }
  }
  assert.equal(await see({}, count('.keep'), { at: path }), 0)
  const { href, name, failure } = await see({ display_allow_original_download: true }, download, { at: path })
  assert.match(name, /\.jpg$/)
  assert.equal(failure, null)
  assert.equal(await see({ display_allow_original_download: false }, count('.keep'), { at: path }), 0)
  assert.equal((await fetch(href)).status, 401)
})
