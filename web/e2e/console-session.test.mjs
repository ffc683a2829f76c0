// The sign-in of a browser: through reloads, in several tabs, at plain http, and
// when others end it while somebody is writing.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'
import { password, workshop } from './console.mjs'
import { chromiumPath, flags } from './browser.mjs'
import { start } from './server.mjs'

const button = (page, name) => page.getByRole('button', { name, exact: true })
const heading = (page, name) => page.getByRole('heading', { name, level: 1 })

async function signIn(page, username = 'admin') {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('main h1').waitFor()
}

// refreshesOf collects what the tabs of a context are answered from now on.
function refreshesOf(context) {
  const seen = []
  context.on('response', (r) => r.url().endsWith('/session/refresh') && seen.push(r.status()))
  return seen
}

describe('under the limits of the service', () => {
  let shop
  before(async () => {
    shop = await workshop({ signInAnew: true, settings: { VITRINE_RATE_LIMIT: 'authentication=12/1m' } })
  })
  after(() => shop?.close())

  test('twelve reloads in a row, and nobody waits', async () => {
    const { context, page } = await shop.enter({}, '/account')
    const seen = refreshesOf(context)
    const left = []
    context.on('response', (r) => r.url().endsWith('/session/refresh') && left.push(r.headers()['x-ratelimit-limit']))
    for (let i = 0; i < 12; i++) {
      await page.reload()
      await heading(page, 'Your account').waitFor()
    }
    assert.deepEqual(seen, Array(12).fill(200))
    assert.deepEqual([...new Set(left)], ['1000'], 'counted among the requests of the user')
    await context.close()
  })

  test('six users behind one address reload without getting in each other’s way', async () => {
    const { url } = shop.server
    const post = (path, body, cookie) =>
      fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) }, body: body && JSON.stringify(body) })
    const cookieOf = (response) => response.headers.getSetCookie()[0].split(';')[0]
    const answers = []
    for (let i = 1; i <= 6; i++) {
      await shop.ask('POST', '/users', { username: `user${i}`, email: `user${i}@example.com`, password, role: 'user' })
      let answer = await post('/admin/session', { username: `user${i}`, password })
      for (let reload = 0; reload < 3; reload++) {
        answers.push(answer.status)
        answer = await post('/admin/session/refresh', undefined, cookieOf(answer))
      }
      answers.push(answer.status)
    }
    assert.deepEqual([...new Set(answers)], [200])
  })
})

describe('at plain http, where browsers lock nothing', () => {
  let server, browser
  before(async () => {
    server = await start()
    browser = await chromium.launch({ executablePath: chromiumPath, args: [...flags, '--host-resolver-rules=MAP photos.test 127.0.0.1'] })
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })

  // tabs opens a number of tabs, the first of which signs in.
  async function tabs(n) {
    const context = await browser.newContext({ locale: 'en' })
    await context.clock.install()
    const pages = []
    for (let i = 0; i < n; i++) {
      const page = await context.newPage()
      await page.goto(server.url.replace('127.0.0.1', 'photos.test') + '/admin/account')
      if (i === 0) await signIn(page)
      await heading(page, 'Your account').waitFor()
      pages.push(page)
    }
    assert.equal(await pages[0].evaluate(() => isSecureContext || 'locks' in navigator), false)
    return { context, pages }
  }

  // expire lets the tokens of all tabs end.
  const expire = (context) => context.clock.fastForward(60 * 60 * 1000)

  // open goes to a screen, and waits until the API has answered.
  async function open(page, name, path) {
    const answered = page.waitForResponse((r) => r.url().includes(path) && r.status() === 200)
    await page.getByRole('link', { name, exact: true }).click()
    await answered
    await heading(page, name).waitFor()
  }

  for (const n of [2, 5]) {
    test(`${n} tabs whose token ends at once are served by one refresh, and stay signed in`, async () => {
      const { context, pages } = await tabs(n)
      const seen = refreshesOf(context)
      let sent = 0
      // A tab that sees late what another wrote refreshes too: it gets no answer, and must be told by the first.
      await context.route('**/session/refresh', (route) => (sent++ === 0 ? route.continue() : undefined))
      await expire(context)
      await Promise.all(pages.map((page) => open(page, 'Users', '/v1/users')))
      assert.deepEqual(seen, [200])
      assert.ok(sent <= n, `${sent} refreshes by ${n} tabs`)
      await context.close()
    })
  }

  test('tabs that do refresh apart, in the same moment, are answered alike', async () => {
    const { context, pages } = await tabs(3)
    const statuses = await Promise.all(pages.map((page) => page.evaluate(async () => (await fetch('/admin/session/refresh', { method: 'POST' })).status)))
    assert.deepEqual(statuses, [200, 200, 200])
    await pages[0].reload()
    await heading(pages[0], 'Your account').waitFor()
    await context.close()
  })

  test('a new tab is told by the others, a killed one is not waited for long, and a sign-out ends all', async () => {
    const { context, pages } = await tabs(1)
    await context.route('**/session/refresh', () => {}) // gets no answer: the second tab is told by the first
    const second = await context.newPage()
    await second.goto(pages[0].url())
    await heading(second, 'Your account').waitFor()
    await context.unroute('**/session/refresh')
    await second.evaluate(() => localStorage.setItem('vitrine-tab', JSON.stringify(['killed'])))
    await pages[0].close()
    await second.reload()
    await heading(second, 'Your account').waitFor()
    const third = await context.newPage()
    await third.goto(second.url())
    await heading(third, 'Your account').waitFor()
    await button(second, 'Sign out').first().click()
    await third.getByLabel('Username').waitFor()
    await second.getByLabel('Username').waitFor()
    await context.close()
  })

  test('a tab that slept through the refresh of the others comes back', async () => {
    const { context, pages: [awake, asleep] } = await tabs(2)
    const seen = refreshesOf(context)
    const session = await context.newCDPSession(asleep)
    await expire(context)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await open(awake, 'Users', '/v1/users')
    assert.deepEqual(seen, [200])
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await expire(context)
    await open(asleep, 'Users', '/v1/users')
    assert.ok(seen.every((status) => status === 200), `${seen}`)
    await context.close()
  })
})

describe('while somebody is writing', () => {
  let shop, id
  before(async () => {
    shop = await workshop({ signInAnew: true })
    ;[{ id }] = await shop.ask('GET', '/photos?limit=1')
    await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  })
  after(() => shop?.close())

  const endSessions = async (username) => {
    const user = (await shop.ask('GET', '/users?limit=100')).find((u) => u.username === username)
    for (const session of await shop.ask('GET', `/users/${user.id}/sessions?limit=100`)) await shop.ask('DELETE', `/users/${user.id}/sessions/${session.id}`)
    return user
  }

  test('their session ends elsewhere: they sign in over the screen, and what they saved is saved', async () => {
    const { context, page } = await shop.enter({}, `/photos/${id}`, 'vivian')
    await page.getByLabel('Description').first().fill('What took an hour to write.')
    await endSessions('vivian')
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    assert.equal(await page.evaluate(() => document.activeElement.name), 'password')
    assert.equal(await dialog.getByLabel('Username').inputValue(), 'vivian')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement.name === 'password')
    await dialog.getByLabel('Password').fill('a wrong long password')
    await dialog.getByLabel('Password').press('Enter')
    await dialog.getByText('The username or the password is wrong.').waitFor()
    await dialog.getByLabel('Password').fill(password)
    await button(dialog, 'Sign in').click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForFunction(() => [...document.querySelectorAll('button')].some((b) => b.textContent === 'Save' && b.disabled && !b.dataset.loading))
    assert.equal(await page.getByLabel('Description').first().inputValue(), 'What took an hour to write.')
    assert.equal((await shop.visit(id)).description, 'What took an hour to write.')
    await context.close()
  })

  test('a dialog that is being filled in is there again too', async () => {
    const { context, page } = await shop.enter({}, '/tags', 'vivian')
    await button(page, 'New tag').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Northern lights')
    await endSessions('vivian')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(password)
    await button(dialog, 'Sign in').click()
    await page.getByText('Northern lights').first().waitFor()
    await context.close()
  })

  test('another tab signs out: nothing that was typed here is lost', async () => {
    const { context, page } = await shop.enter({}, `/photos/${id}`, 'vivian')
    await page.getByLabel('Description').first().fill('Not saved yet.')
    const second = await context.newPage()
    await second.goto(`${shop.server.url}/admin/account`)
    await button(second, 'Sign out').first().click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(password)
    await button(dialog, 'Sign in').click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Description').first().inputValue(), 'Not saved yet.')
    await context.close()
  })

  test('they are demoted: the text stays, and what is missing is named', async () => {
    const { context, page } = await shop.enter({}, `/photos/${id}`, 'vivian')
    await page.getByLabel('Description').first().fill('Written as an editor.')
    const user = (await shop.ask('GET', '/users?limit=100')).find((u) => u.username === 'vivian')
    await shop.ask('PUT', `/users/${user.id}`, { role: 'user' })
    await button(page, 'Save').click()
    await page.getByRole('alert').getByText('photo.update').first().waitFor()
    await page.getByText('What you typed is still here, to be copied.').waitFor()
    assert.equal(await page.getByLabel('Description').first().inputValue(), 'Written as an editor.')
    assert.notEqual((await shop.visit(id)).description, 'Written as an editor.')
    await context.close()
  })
})
