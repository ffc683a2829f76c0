// Signing in and out of the console, and the account of whoever is signed in.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop({ signInAnew: true })
})
after(() => shop?.close())

const button = (page, name) => page.getByRole('button', { name, exact: true })

describe('signing in', () => {
  test('with labelled fields, past a mistake, through a reload, and out again', async () => {
    const { context, page } = await shop.enter({}, '/account')
    await context.clearCookies()
    await page.reload()
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
    const { context, page } = await shop.enter()
    await context.route('**/session/refresh', () => {}) // gets no answer: the second tab is told by the first
    const second = await context.newPage()
    await second.goto(`${shop.server.url}/admin/account`)
    await second.getByRole('heading', { name: 'Your account' }).waitFor()
    await second.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByLabel('Username').waitFor()
    await context.close()
  })

  test('a session that was ended elsewhere is over at the next request', async () => {
    const { context, page } = await shop.enter()
    const profile = await shop.ask('GET', '/auth/profile')
    const others = (await shop.ask('GET', `/users/${profile.id}/sessions?limit=100`)).filter((session) => !session.current)
    for (const { id } of others) await shop.ask('DELETE', `/users/${profile.id}/sessions/${id}`)
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByLabel('Username').waitFor()
    await context.close()
  })
})

test('a fault is shown at the very field', async () => {
  const { context, page } = await shop.enter({}, '/account')
  await page.getByLabel('E-mail address').fill('nobody')
  await button(page, 'Save').click()
  await page.waitForFunction(() => document.querySelector('input[type=email]')?.getAttribute('aria-invalid') === 'true')
  const described = await page.getByLabel('E-mail address').getAttribute('aria-describedby')
  assert.ok(await page.locator(`[id="${described.split(' ').at(-1)}"]`).textContent())
  await context.close()
})

test('the account looks right everywhere', () =>
  everyLook(shop, 'account', '/account', (page) => page.getByRole('listitem').first().waitFor(), ['admin@localhost', 'Chrome, Linux', 'node']))

test('so does the way in', () =>
  everyLook(shop, 'sign-in', '/', async (page) => {
    await page.context().clearCookies()
    await page.reload()
    await page.locator('input[name=username]').waitFor()
  }))
