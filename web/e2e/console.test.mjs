// The console in Debian's Chromium, against the program itself: what photographers
// do with mouse, keys and fingers, in both languages and colour schemes.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { launch, violations } from './browser.mjs'
import { start } from './server.mjs'

const password = 'a long enough password'
// With SCREENSHOTS=dir the screens are also kept as pictures, to be looked at.
const screenshots = process.env.SCREENSHOTS
// Each screen: its address, and what is there once it has loaded.
const screens = [
  ['photos', '/', '[role=option] img'],
  ['trash', '/trash', 'h1'],
  ['account', '/account', '[role=listitem]'],
]

let server, browser
before(async () => {
  server = await start()
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

// enter returns a signed-in page, and what goes wrong on it from then on.
async function enter(options = {}, path = '/') {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en', ...options })
  const page = await context.newPage()
  const problems = []
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && problems.push(m.text()))
  page.on('pageerror', (e) => problems.push(String(e)))
  page.on('request', (r) => new URL(r.url()).origin !== server.url && !/^(data|blob):/.test(r.url()) && problems.push(`asks ${r.url()}`))
  await page.goto(`${server.url}/admin${path}`)
  await signIn(page)
  return { context, page, problems }
}

async function signIn(page, username = 'admin') {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('h1').waitFor()
  await page.locator('nav').waitFor({ state: 'attached' })
}

const tiles = (page) => page.locator('[role=option]')
const chosen = (page) => page.locator('[role=option][aria-selected=true]')
const tile = (page, name) => page.getByRole('option', { name })
const button = (page, name) => page.getByRole('button', { name, exact: true })

// ask uses the API as the first user.
async function ask(method, path, body) {
  const send = async (token, way, to, what) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(`${server.url}/v1${to}`, { method: way, headers, body: what && JSON.stringify(what) })
    assert.ok(response.ok, `${way} ${to} answers ${response.status}`)
    return response.status === 204 ? undefined : (await response.json()).data
  }
  const { access_token: token } = await send(undefined, 'POST', '/auth/login', { username: 'admin', password })
  return send(token, method, path, body)
}

describe('signing in', () => {
  test('with labelled fields, past a mistake, through a reload, and out again', async () => {
    const context = await browser.newContext({ locale: 'en' })
    const page = await context.newPage()
    await page.goto(`${server.url}/admin/account`)
    await page.getByLabel('Username').fill('admin')
    await button(page, 'Sign in').click()
    await page.getByText('This is required.').waitFor()
    await page.getByLabel('Password').fill('a wrong long password')
    await button(page, 'Sign in').click()
    await page.getByText('The username or the password is wrong.').waitFor()
    await page.getByLabel('Password').fill(password)
    await button(page, 'Sign in').click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()

    const [cookie] = await context.cookies()
    assert.deepEqual([cookie.name, cookie.httpOnly, cookie.secure, cookie.sameSite], ['__Host-vitrine-refresh', true, true, 'Strict'])
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
    assert.ok(!kept.includes('eyJ'), `a token lies about: ${kept}`)

    await page.reload()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByLabel('Username').waitFor()
    await page.reload()
    await page.getByLabel('Username').waitFor()
    await context.close()
  })

  test('two tabs share one sign-in, one refresh, and one sign-out', async () => {
    const { context, page } = await enter()
    const refreshes = []
    context.on('request', (r) => r.url().endsWith('/session/refresh') && refreshes.push(r.url()))
    const second = await context.newPage()
    await second.goto(`${server.url}/admin/account`)
    await second.getByRole('heading', { name: 'Your account' }).waitFor()
    assert.equal(refreshes.length, 0, 'the second tab was told by the first')
    await second.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByLabel('Username').waitFor()
    await context.close()
  })

  test('a session that was ended elsewhere is over at the next request', async () => {
    const { context, page } = await enter()
    const profile = await ask('GET', '/auth/profile')
    for (const session of await ask('GET', `/users/${profile.id}/sessions?limit=100`)) {
      await ask('DELETE', `/users/${profile.id}/sessions/${session.id}`).catch(() => {})
    }
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByLabel('Username').waitFor()
    await context.close()
  })
})

test('what a role may not do is not shown, and a forced call names the permission', async () => {
  await ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/admin/`)
  await signIn(page, 'vivian')
  await tiles(page).first().click()
  await button(page, 'Tags').waitFor()
  assert.equal(await button(page, 'Delete').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Trash' }).count(), 0)
  await page.goto(`${server.url}/admin/trash`)
  await page.getByRole('alert').getByText('photo.delete').waitFor()
  await context.close()
})

describe('the library', () => {
  test('filters by its address, and writes there what is chosen', async () => {
    const { context, page } = await enter({}, '/?search=spaniels')
    await page.getByText('1 photo', { exact: true }).waitFor()
    await page.getByLabel('Search').fill('')
    await page.getByText('14 photos').waitFor()
    assert.ok(!page.url().includes('search'))
    await page.getByLabel('Order').selectOption('title asc')
    await page.waitForURL(/sort_by=title&sort_order=asc/)
    await page.waitForFunction(() => document.querySelector('[role=option]')?.getAttribute('aria-label') === 'Aitzgorri')
    await page.getByLabel('Status').selectOption('archived')
    await page.getByText('No photo matches.').waitFor()
    await page.goBack()
    await page.getByText('14 photos').waitFor()
    await context.close()
  })

  test('chooses by click, Shift, Ctrl and keys', async () => {
    const { context, page } = await enter({}, '/?sort_by=title&sort_order=asc')
    await tiles(page).nth(13).waitFor()
    await tiles(page).nth(1).click()
    assert.equal(await chosen(page).count(), 1)
    await tiles(page).nth(4).click({ modifiers: ['Shift'] })
    assert.equal(await chosen(page).count(), 4)
    await tiles(page).nth(8).click({ modifiers: ['Control'] })
    await tiles(page).nth(2).click({ modifiers: ['Control'] })
    assert.equal(await chosen(page).count(), 4)
    await tiles(page).nth(10).click({ position: { x: 15, y: 15 } })
    assert.equal(await chosen(page).count(), 5, 'the mark in the corner adds')

    await page.getByRole('listbox').press('Home')
    assert.equal(await chosen(page).count(), 1)
    await page.getByRole('listbox').press('Shift+ArrowRight')
    await page.getByRole('listbox').press('Shift+ArrowRight')
    assert.equal(await chosen(page).count(), 3)
    await page.getByRole('listbox').press('Control+ArrowRight')
    await page.getByRole('listbox').press('Space')
    assert.equal(await chosen(page).count(), 4)
    await page.getByRole('listbox').press('Control+a')
    assert.equal(await chosen(page).count(), 14)
    await page.getByText('14 chosen').waitFor()
    await page.getByRole('listbox').press('Escape')
    assert.equal(await chosen(page).count(), 0)
    await context.close()
  })

  test('changes status, tags and categories of many in one request each, and takes it back', async () => {
    const { id } = await ask('POST', '/categories', { name: 'Iberia' })
    const { context, page, problems } = await enter({}, '/?sort_by=title&sort_order=asc')
    const requests = []
    page.on('request', (r) => r.url().endsWith('/photos/batch') && requests.push(r.postDataJSON()))
    const count = async (query) => (await ask('GET', `/photos?limit=100&${query}`)).length
    await tiles(page).nth(0).click()
    await tiles(page).nth(2).click({ modifiers: ['Shift'] })

    await button(page, 'Status').click()
    await page.getByRole('menuitem', { name: 'Archived' }).click()
    await page.getByText('3 photos changed').waitFor()
    assert.equal(await count('status=archived'), 3)
    await button(page, 'Undo').click()
    await page.waitForFunction(() => !document.querySelector('[role=option][aria-label*=Archived]'))
    assert.equal(await count('status=archived'), 0)

    await button(page, 'Tags').click()
    await page.getByRole('dialog').getByLabel('Tags').first().fill('crags')
    await page.keyboard.press('Enter')
    await button(page, 'Add').click()
    await page.getByText('3 photos changed').last().waitFor()
    assert.equal(await count('tag=crags'), 3)

    await button(page, 'Categories').click()
    await page.getByRole('dialog').getByLabel('Categories').first().click()
    await page.locator('div[role=option]', { hasText: 'Iberia' }).click()
    await page.keyboard.press('Escape')
    await button(page, 'Add').click()
    await page.getByText('3 photos changed').last().waitFor()
    await page.waitForTimeout(300)
    assert.equal(await count(`category=${id}`), 3)
    assert.equal(requests.length, 4, 'one request for each change')
    assert.deepEqual(problems, [])
    await context.close()
  })

  test('shows what has no pictures, and why', async () => {
    const { id } = await ask('POST', '/photos', { title: 'A plan' })
    const { context, page } = await enter()
    await tile(page, 'A plan, No file, Draft').waitFor()
    await page.route('**/v1/photos?*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      Object.assign(json.data[1], { processing_status: 'failed', formats: {} })
      Object.assign(json.data[2], { processing_status: 'processing', formats: {} })
      await route.fulfill({ response, json })
    })
    await page.reload()
    await tile(page, /, Failed$/).waitFor()
    await tile(page, /, In work$/).waitFor()
    await ask('DELETE', `/photos/${id}`)
    await ask('DELETE', `/photos/trash/${id}`)
    await context.close()
  })

  test('is found again where one left it, also after going on in the editor', async () => {
    const { context, page } = await enter({ viewport: { width: 500, height: 500 } }, '/?sort_by=title&sort_order=asc')
    await tiles(page).first().waitFor()
    await page.getByRole('listbox').press('End')
    await page.waitForFunction(() => scrollY > 300)
    await page.keyboard.press('Enter')
    await button(page, 'Previous').click()
    await button(page, 'Next').and(page.locator(':enabled')).waitFor()
    await page.getByRole('link', { name: 'All photos' }).click()
    await page.locator('[role=option][aria-posinset="13"]').waitFor()
    await page.waitForFunction(() => scrollY > 300)
    await page.getByRole('listbox').press('Space')
    assert.equal(await chosen(page).getAttribute('aria-posinset'), '13', 'the keys go on from there')
    await context.close()
  })

  test('deletes after asking, undoes, and the trash restores and purges', async () => {
    const { context, page, problems } = await enter({}, '/?sort_by=title&sort_order=asc')
    await tiles(page).nth(12).click()
    await tiles(page).nth(13).click({ modifiers: ['Shift'] })
    await page.getByRole('listbox').press('Delete')
    await page.getByRole('dialog').getByText('Delete 2 photos?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('12 photos', { exact: true }).waitFor()
    await button(page, 'Undo').click()
    await page.getByText('14 photos', { exact: true }).waitFor()

    await tiles(page).nth(13).click()
    await button(page, 'Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('13 photos', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Trash' }).click()
    await tiles(page).first().click()
    await button(page, 'Restore').click()
    await page.getByText('The trash is empty.').waitFor()
    await page.getByRole('link', { name: 'Photos' }).click()
    await page.getByText('14 photos', { exact: true }).waitFor()
    assert.deepEqual(problems, [])
    await context.close()
  })
})

test('ten thousand photos: few tiles in the page, and typing blocks no frame', async () => {
  const { context, page } = await enter()
  const photo = (await ask('GET', '/photos?limit=1'))[0]
  await page.route('**/v1/photos?*', (route) => {
    const at = new URL(route.request().url()).searchParams
    const number = Number(at.get('page'))
    const data = Array.from({ length: 100 }, (_, i) => ({ ...photo, id: (number - 1) * 100 + i + 1, title: `Photo ${(number - 1) * 100 + i + 1}` }))
    route.fulfill({ json: { success: true, code: 200, message: 'OK', data, pagination: { page: number, limit: 100, total: 10000, total_pages: 100, has_next: true, has_prev: true }, meta: {} } })
  })
  await page.reload()
  await page.getByText('10,000 photos').waitFor()
  for (const place of [0.25, 0.5, 1]) {
    await page.evaluate((at) => scrollTo(0, document.body.scrollHeight * at), place)
    await page.locator('[role=option]:not([aria-label=Loading])').first().waitFor()
    const n = await tiles(page).count()
    assert.ok(n > 0 && n < 300, `${n} tiles`)
  }
  await tile(page, 'Photo 10000').waitFor()
  await page.evaluate(() => {
    scrollTo(0, 0)
    window.blocked = []
    new PerformanceObserver((list) => list.getEntries().forEach((e) => window.blocked.push(e.duration))).observe({ type: 'longtask' })
  })
  await page.waitForTimeout(300)
  await page.evaluate(() => { window.blocked = [] })
  await page.getByLabel('Search').pressSequentially('photo of a harbour', { delay: 60 })
  await page.waitForTimeout(600)
  assert.deepEqual(await page.evaluate(() => window.blocked), [], 'frames of more than 50 ms')
  await context.close()
})

test('a limit that is reached counts down and goes on by itself', async () => {
  const { context, page } = await enter()
  let refusals = 1
  await page.route('**/v1/photos/trash?*', (route) => {
    if (refusals-- <= 0) return route.continue()
    const envelope = { success: false, code: 429, message: 'Too many requests.', error: { type: 'RATE_LIMIT_EXCEEDED', details: {} }, meta: {} }
    return route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: envelope })
  })
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByText(/It goes on by itself in [12] s/).waitFor()
  await page.getByText('The trash is empty.').waitFor()
  await context.close()
})

test('a fault is shown at the very field', async () => {
  const { context, page } = await enter({}, '/account')
  await page.getByLabel('E-mail address').fill('nobody')
  await button(page, 'Save').click()
  await page.waitForFunction(() => document.querySelector('input[type=email]')?.getAttribute('aria-invalid') === 'true')
  const described = await page.getByLabel('E-mail address').getAttribute('aria-describedby')
  assert.ok(await page.locator(`[id="${described.split(' ').at(-1)}"]`).textContent())
  await context.close()
})

for (const [width, height] of [[390, 844], [1440, 900]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`every screen at ${width} px, ${colorScheme}: nothing overflows, and axe finds nothing`, async () => {
      for (const locale of ['en', 'zh-CN']) {
        const { context, page, problems } = await enter({ viewport: { width, height }, colorScheme, locale, bypassCSP: true })
        for (const [name, path, present] of screens) {
          await page.goto(`${server.url}/admin${path}`)
          await page.locator(present).first().waitFor()
          await page.waitForLoadState('networkidle')
          if (name === 'photos') await tiles(page).first().click()
          await look(page, `${name}-${width}-${colorScheme}-${locale}`)
        }
        await context.clearCookies()
        await page.goto(`${server.url}/admin/`)
        await page.locator('input[name=username]').waitFor()
        await look(page, `sign-in-${width}-${colorScheme}-${locale}`)
        assert.deepEqual(problems, [])
        await context.close()
      }
    })
  }
}

async function look(page, name) {
  await page.waitForTimeout(100)
  if (screenshots) {
    mkdirSync(screenshots, { recursive: true })
    await page.screenshot({ path: `${screenshots}/console-${name}.png` })
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(overflow, 0, `${name} is too wide`)
  assert.deepEqual(await violations(page), [], name)
  if (!name.endsWith('zh-CN')) return
  const english = await page.evaluate(untranslated)
  assert.deepEqual(english, [], `${name} is not in Chinese`)
}

// untranslated returns the texts and labels of a page that have Latin words, but
// for names and what users wrote, which is marked or known.
function untranslated() {
  const known = /^(Vitrine|English|admin|admin@localhost|Chrome, Linux|curl|node|[\d.:\s·]+|.*“vitrine user passwd admin”.*)$/
  const seen = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.closest('script, style, noscript, textarea, kbd, [translate=no], .mantine-Pill-label, [role=option], option[value=""] ~ option')) seen.push(node.textContent.trim())
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    if (element.closest('[role=option], [aria-hidden=true]')) continue
    for (const name of ['aria-label', 'placeholder', 'title']) seen.push(element.getAttribute(name) ?? '')
  }
  return seen.filter((text) => /[A-Za-z]{3}/.test(text) && !known.test(text) && !/[\u4e00-\u9fff]/.test(text))
}
