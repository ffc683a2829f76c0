// Share links, as a client of the photographer meets them.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { launch, scrollThrough, violations, visit } from './browser.mjs'
import { start } from './server.mjs'

const password = 'copper beech'
let server, browser, token, locked, open
before(async () => {
  server = await start()
  browser = await launch()
  token = (await call('POST', '/v1/auth/login', { username: 'admin', password: 'a long enough password' })).access_token
  const [draft, ...others] = (await call('GET', '/v1/photos?limit=6')).map((photo) => photo.id)
  await call('PUT', `/v1/photos/${draft}`, { status: 'draft' })
  const fields = { photo_ids: [draft, ...others], allow_picks: true, allow_download: true }
  locked = await make({ ...fields, title: 'For Ada & Charles', password })
  open = await make({ ...fields, title: 'Contact sheet '.repeat(12) })
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

// call asks the API as the photographer.
async function call(method, path, body) {
  const answer = await fetch(server.url + path, {
    method, body: body && JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...token && { Authorization: `Bearer ${token}` } },
  })
  const { success, message, data } = await answer.json()
  assert.ok(success, `${method} ${path}: ${message}`)
  return data
}

// make returns a new share, with its address as a path.
async function make(fields) {
  const share = await call('POST', '/v1/shares', fields)
  return { ...share, url: new URL(share.url, server.url).pathname }
}

const come = (share, options) => visit(browser, server.url + share.url, options)

async function unlock(page) {
  await page.fill('#password', password)
  await Promise.all([page.waitForNavigation(), page.click('.locked button')])
}

const shapes = [
  { width: 390, height: 844, colorScheme: 'light' }, { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' }, { width: 1440, height: 900, colorScheme: 'dark' },
]

for (const { width, height, colorScheme } of shapes) {
  test(`at ${width} px, ${colorScheme}, nothing breaks and axe finds nothing`, async () => {
    const look = { viewport: { width, height }, colorScheme, bypassCSP: true }
    const { page, context, problems } = await come(locked, look)
    const expectWell = async (what) => {
      assert.deepEqual(await violations(page), [], what)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      assert.equal(overflow, 0, `${what} overflows by ${overflow} px`)
    }
    await expectWell('the password form')
    await unlock(page)
    await scrollThrough(page)
    const sent = page.waitForResponse((r) => r.request().method() === 'POST')
    await page.click('.tile .pick button')
    await sent
    await expectWell('the grid')
    const [ratio, drawn] = await page.$eval('.tile', (t) => [t.offsetWidth / t.offsetHeight, Number(getComputedStyle(t).getPropertyValue('--r'))])
    assert.ok(Math.abs(ratio - drawn) < 0.02, 'the grid is laid out')
    for (const [what, path] of [['a photo', `${open.url}/${open.photo_ids[0]}`], ['a long title', open.url], ['no favourites, in Chinese', `/zh${open.url}?picked=1`]]) {
      await page.goto(server.url + path)
      await scrollThrough(page)
      await expectWell(what)
    }
    assert.deepEqual(problems, [])
    await context.close()
  })
}

test('a wrong password says so, the right one opens, on a page that nobody keeps', async () => {
  const { page, context, response } = await come(locked)
  const headers = response.headers()
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(await page.getAttribute('meta[name=robots]', 'content'), 'noindex')
  assert.doesNotMatch(await page.content(), /Ada/)
  await page.fill('#password', 'copper beach')
  await Promise.all([page.waitForNavigation(), page.click('.locked button')])
  assert.ok(await page.locator('[role=alert]').textContent())
  await unlock(page)
  assert.equal(await page.locator('.tile').count(), 6)
  const cookie = (await context.cookies(server.url + locked.url)).find((c) => c.name === 'share')
  assert.deepEqual([cookie.httpOnly, cookie.sameSite, cookie.path], [true, 'Lax', locked.url])
  await context.close()
})

for (const javaScriptEnabled of [true, false]) {
  test(`hearts are given and taken back ${javaScriptEnabled ? 'in place' : 'without JavaScript'}`, async () => {
    const { page, context, problems } = await come(open, { javaScriptEnabled })
    const id = open.photo_ids[2]
    const press = async (selector) => {
      if (javaScriptEnabled) {
        const sent = page.waitForResponse((r) => r.request().method() === 'POST')
        await page.click(selector)
        await sent
      } else {
        await Promise.all([page.waitForNavigation(), page.click(selector)])
      }
    }
    const go = async (path) => {
      await page.goto(server.url + open.url + path)
      if (javaScriptEnabled) await scrollThrough(page)
    }
    await page.fill('#name', `Ada ${javaScriptEnabled}`)
    await Promise.all([page.waitForNavigation(), page.click('.desk .name button')])
    await press(`#p${id} .pick button`)
    await press(`#p${open.photo_ids[4]} .pick button`)
    assert.equal(await page.textContent('.picked'), '2')
    await press(`#p${id} .pick button`)
    assert.equal(await page.getAttribute(`#p${id} .pick button`, 'aria-pressed'), 'false')
    await press(`#p${id} .pick button`)
    await go(`/${id}`)
    assert.equal(await page.getAttribute('.deeds .pick button', 'aria-pressed'), 'true')
    await press('.deeds .pick button')
    await go('?picked=1')
    assert.equal(await page.locator('.tile').count(), 1)
    const picks = await call('GET', `/v1/shares/${open.id}/picks`)
    assert.deepEqual(picks.filter((p) => p.picked_by === `Ada ${javaScriptEnabled}`).map((p) => p.photo_id), [open.photo_ids[4]])
    assert.deepEqual(problems, [])
    await context.close()
  })
}

test('the lightbox has the heart too', async () => {
  const { page, context, problems } = await come(open)
  await page.click('.tile a')
  await page.waitForSelector('.pswp--open')
  assert.equal(await page.evaluate(() => location.pathname), `${open.url}/${open.photo_ids[0]}`)
  const sent = page.waitForResponse((r) => r.request().method() === 'POST')
  await page.keyboard.press('h')
  await sent
  assert.equal(await page.getAttribute('.pswp__button--pick', 'aria-pressed'), 'true')
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.getAttribute('.pswp__button--pick', 'aria-pressed'), 'false')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('.pswp'))
  assert.equal(await page.getAttribute('.tile .pick button', 'aria-pressed'), 'true')
  assert.deepEqual(problems, [])
  await context.close()
})

test('a heart that cannot be saved is taken back, and said', async () => {
  const { page, context } = await come(open)
  await page.route('**/s/**', (route) => route.request().method() === 'POST' ? route.abort() : route.continue())
  const said = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept()
    return dialog.message()
  })
  await page.click('.tile .pick button')
  assert.ok(await said)
  await page.waitForSelector('.tile .pick [aria-pressed=false]')
  await context.close()
})

test('photos are downloaded one by one and together', async () => {
  const { page, context } = await come(open)
  const [all] = await Promise.all([page.waitForEvent('download'), page.click('.desk .keep')])
  assert.match(all.suggestedFilename(), /^Contact sheet .*\.zip$/)
  assert.equal(await all.failure(), null)
  await page.goto(`${server.url}${open.url}/${open.photo_ids[1]}`)
  const [one] = await Promise.all([page.waitForEvent('download'), page.click('.deeds .keep')])
  assert.match(one.suggestedFilename(), /\.jpg$/)
  await context.close()
})

test('a share that has ended looks like one that never was', async () => {
  const share = await make({ title: 'Short', photo_ids: open.photo_ids })
  const { page, context } = await come(share)
  const picture = await page.getAttribute('.tile img', 'src')
  await call('PUT', `/v1/shares/${share.id}`, { expires_at: '2020-01-01T00:00:00Z' })
  const ended = await page.goto(server.url + share.url)
  const text = await ended.text()
  const never = await page.goto(`${server.url}/s/${'a'.repeat(32)}`)
  assert.deepEqual([ended.status(), text], [never.status(), await never.text()])
  assert.equal(never.status(), 404)
  assert.equal((await page.request.get(server.url + picture)).status(), 404)
  await context.close()
})
