// The console while the server is away, or busy: it says so, loses nothing, and goes
// on by itself.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const gone = (page) => page.locator('main').getByText('The server cannot be reached.', { exact: true })
const heading = (page, name) => page.getByRole('heading', { name, level: 1 })

test('the server is gone and comes back: screens, what they hold, and changes go on without a reload', async () => {
  const { context, page } = await shop.enter({}, '/photos/1')
  const description = page.getByLabel('Description').first()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => { window.isSamePage = true })
  await description.fill('Written before')
  await shop.server.kill()

  // A change is told to be lost, and then waits for its turn.
  await save.click()
  await gone(page).first().waitFor()
  await page.getByText('Changes are sent when the connection is back.').waitFor()
  await save.click()
  // A dialog whose code was never loaded takes nothing away.
  await page.getByRole('button', { name: 'Share…' }).click()
  await page.waitForTimeout(1500)
  assert.equal(await description.inputValue(), 'Written before')

  await shop.server.again()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.waitForFunction(() => [...document.querySelectorAll('button')].some((b) => b.textContent === 'Save' && b.disabled && !b.dataset.loading))
  assert.equal((await shop.visit(1)).description, 'Written before')

  // Screens that were never loaded appear when they can.
  await shop.server.kill()
  await page.getByRole('link', { name: 'Tags' }).press('Enter')
  await page.waitForTimeout(3000)
  await shop.server.again()
  await heading(page, 'Tags').waitFor()
  await page.getByText('Changes are sent when the connection is back.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New tag' }).waitFor()
  const style = await page.evaluate(() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet))
  assert.ok(style, 'styles that were lost are there')
  assert.equal(await page.evaluate(() => window.isSamePage), true, 'the page was not loaded again')
  await context.close()
})

const busy = (type, seconds) => ({
  status: type === 'RATE_LIMIT_EXCEEDED' ? 429 : 503,
  headers: { 'Retry-After': String(seconds) },
  json: { success: false, code: 0, message: 'Not now.', error: { type, details: {} }, meta: {} },
})

test('503 with Retry-After counts down truly, whoever presses early is told anew, and it goes on by itself', async () => {
  const { context, page } = await shop.enter({}, '/account')
  let refusals = 5 // as often as it is asked again by itself, and once more
  let seconds = 1
  await page.route('**/v1/tags?*', (route) => (refusals-- > 0 ? route.fulfill(busy('SERVICE_UNAVAILABLE', refusals === 0 ? 30 : seconds)) : route.continue()))
  await page.waitForTimeout(2000) // the clock of the last countdown has stood still
  await page.getByRole('link', { name: 'Tags' }).click()
  await page.getByText('It goes on by itself in 1 s.').first().waitFor()
  const notice = page.locator('main [role=status]', { has: page.getByRole('button', { name: 'Try again' }) })
  await notice.getByText(/It goes on by itself in (30|29) s/).waitFor()
  refusals = 5
  seconds = 1
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/It goes on by itself in 1 s/).first().waitFor()
  refusals = 0
  await page.getByText('The server is busy.').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New tag' }).waitFor()
  await context.close()
})

test('a reload while the server refuses counts down and goes on', async () => {
  const { context, page } = await shop.enter({}, '/account')
  let refusals = 2
  await page.route('**/session/refresh', (route) => (refusals-- > 0 ? route.fulfill(busy('RATE_LIMIT_EXCEEDED', 2)) : route.continue()))
  await page.reload()
  await page.getByText(/It goes on by itself in [12] s/).waitFor()
  await heading(page, 'Your account').waitFor()
  assert.ok(refusals < 0)
  await context.close()
})

test('a reload whose refresh is lost goes on when the server is back', async () => {
  const { context, page } = await shop.enter({}, '/account')
  let lost = true
  await page.route('**/session/refresh', (route) => (lost ? route.abort() : route.continue()))
  await page.route('**/v1/health', (route) => (lost ? route.abort() : route.continue()))
  await page.reload()
  await gone(page).waitFor()
  lost = false
  await heading(page, 'Your account').waitFor()
  await context.close()
})
