// The exported site, served below a path by a server that knows nothing but files.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { launch, scrollThrough, visit } from './browser.mjs'
import { start } from './server.mjs'

const types = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg', '.webp': 'image/webp', '.avif': 'image/avif',
}

let server, files, folder, browser, home
before(async () => {
  server = await start()
  folder = mkdtempSync(join(tmpdir(), 'vitrine-export-'))
  server.run('export', join(folder, 'site'))
  files = createServer(serve)
  await new Promise((listening) => files.listen(0, '127.0.0.1', listening))
  home = `http://127.0.0.1:${files.address().port}/portfolio/`
  browser = await launch()
})
after(async () => {
  await browser?.close()
  files?.close()
  rmSync(folder, { recursive: true, force: true })
  await server?.stop()
})

// serve answers with the very file that is asked for, or with a folder's index.
function serve(request, response) {
  try {
    const path = decodeURIComponent(new URL(request.url, home).pathname).replace('/portfolio/', '/site/')
    const name = join(folder, path)
    const file = statSync(name).isDirectory() ? join(name, 'index.html') : name
    response.writeHead(200, { 'Content-Type': types[extname(file)] }).end(readFileSync(file))
  } catch {
    response.writeHead(404).end()
  }
}

const widths = (page) => page.$$eval('img', (images) => images.map((image) => image.naturalWidth))

test('its home page and the pages of its photos are shown as they are', async () => {
  for (const address of [home, `${home}zh/index.html`]) {
    const { page, context, problems } = await visit(browser, address)
    assert.ok(await page.locator('.tile img').count() > 3)
    assert.ok((await widths(page)).slice(0, 4).every((width) => width > 0))
    await page.click('.ways a >> nth=-1') // about
    await page.waitForLoadState()
    await scrollThrough(page)
    await page.goBack()
    const photo = await page.$eval('.tile a', (a) => a.href)
    await page.goto(photo)
    await scrollThrough(page)
    assert.ok(photo.startsWith(home) && photo.endsWith('/index.html'), photo)
    assert.ok((await widths(page))[0] > 0)
    assert.deepEqual(problems, [])
    await context.close()
  }
})

test('its lightbox opens, turns, tells of the photo, and leaves', async () => {
  const { page, context, problems } = await visit(browser, home)
  const photos = await page.$$eval('.tile a', (links) => links.map((a) => a.href))
  await page.focus('.tile a')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.pswp--open')
  assert.equal(await page.evaluate(() => location.href), photos[0])
  for (const photo of photos.slice(1, 6)) {
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.evaluate(() => location.href), photo)
    await page.waitForFunction(() => document.querySelector('.pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)')?.naturalWidth > 0)
  }
  await page.keyboard.press('i')
  await page.waitForSelector('.facts h2')
  await page.waitForFunction(() => [...document.querySelectorAll('.pswp img')].every((image) => image.complete))
  await page.keyboard.press('Escape')
  await page.waitForFunction((home) => !document.querySelector('.pswp') && location.href === home, home)
  assert.deepEqual(problems, [])
  await context.close()
})
