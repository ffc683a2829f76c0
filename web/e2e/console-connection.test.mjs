// The console while the server is away, or busy: it says so, loses nothing, and goes
// on by itself.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { workshop } from './console.mjs'
import { turn, watchIdle } from './waiting.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const gone = (page) => page.locator('main').getByText('The server cannot be reached.', { exact: true })
const heading = (page, name) => page.getByRole('heading', { name, level: 1 })

// asked is longer than the console leaves a server alone that is away, in milliseconds.
const asked = 10_000

// codeLost waits for a script that does not arrive.
const codeLost = (page) => page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname.endsWith('.js'))

// unanswered waits until the console has asked in vain whether the server is back.
async function unanswered(page) {
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/health'))
  await page.clock.fastForward(asked)
  await failed
  await turn(page)
}

test('the server is gone and comes back: screens, what they hold, and changes go on without a reload', async () => {
  const { context, page } = await shop.enter({}, '/photos/1')
  const idle = watchIdle(page)
  const description = page.getByLabel('Description').first()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('application').waitFor() // the last of the screen to be loaded
  await idle()
  await page.clock.install()
  await page.evaluate(() => { window.isSamePage = true })
  await description.fill('Written before')
  await shop.server.kill()

  // A change is told to be lost, and then waits for its turn.
  await save.click()
  await gone(page).first().waitFor()
  await page.getByText('Changes are sent when the connection is back.').waitFor()
  await save.click()
  // A dialog whose code was never loaded takes nothing away.
  const lost = codeLost(page)
  await page.getByRole('button', { name: 'Share…' }).click()
  await lost
  await unanswered(page)
  assert.equal(await description.inputValue(), 'Written before')

  await shop.server.again()
  await page.clock.fastForward(asked)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.waitForFunction(() => [...document.querySelectorAll('button')].some((b) => b.textContent === 'Save' && b.disabled && !b.dataset.loading))
  assert.equal((await shop.visit(1)).description, 'Written before')

  // Screens that were never loaded appear when they can.
  await shop.server.kill()
  const lostToo = codeLost(page)
  await page.getByRole('link', { name: 'Tags' }).press('Enter')
  await lostToo
  await unanswered(page)
  await shop.server.again()
  await page.clock.fastForward(asked)
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
  await page.clock.install()
  // As often as it is asked again by itself, once more, and once more: each wait has a hundred of its own.
  const waits = [400, 500, 600, 700, 800, 300]
  let refusals = 0
  let open = false
  await page.route('**/v1/tags?*', (route) => (open ? route.continue() : route.fulfill(busy('SERVICE_UNAVAILABLE', waits[refusals++]))))
  const counted = (seconds) => page.locator('main').getByText(new RegExp(`It goes on by itself in (${seconds}|${seconds / 100 - 1}\\d\\d) s`)).first().waitFor()
  await page.clock.fastForward(60_000) // the clock of the last countdown has stood still
  await page.getByRole('link', { name: 'Tags' }).click()
  for (const seconds of waits.slice(0, 4)) {
    await counted(seconds)
    await page.clock.fastForward(seconds * 1000)
  }
  await counted(800)
  assert.equal(refusals, 5)
  const notice = page.locator('main [role=status]', { has: page.getByRole('button', { name: 'Try again' }) })
  await notice.getByText(/It goes on by itself in/).waitFor()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await counted(300)
  open = true
  await page.clock.fastForward(300_000)
  await page.getByRole('button', { name: 'New tag' }).waitFor()
  await page.getByText('The server is busy.').first().waitFor({ state: 'detached' })
  await page.getByText(/It goes on by itself/).first().waitFor({ state: 'detached' })
  await context.close()
})

test('a reload while the server refuses counts down and goes on', async () => {
  const { context, page } = await shop.enter({}, '/account')
  await page.clock.install()
  let refusals = 2
  await page.route('**/session/refresh', (route) => (refusals-- > 0 ? route.fulfill(busy('RATE_LIMIT_EXCEEDED', 300 + 300 * refusals)) : route.continue()))
  await page.reload()
  for (const [seconds, shown] of [[600, /It goes on by itself in (600|5\d\d) s/], [300, /It goes on by itself in (300|2\d\d) s/]]) {
    await page.getByText(shown).waitFor()
    await page.clock.fastForward(seconds * 1000)
  }
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
