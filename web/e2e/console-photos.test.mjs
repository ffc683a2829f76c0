// The photos of the console: found, chosen, changed together, deleted and brought back.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'
import { watchIdle } from './waiting.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const button = (page, name) => page.getByRole('button', { name, exact: true })
const tiles = (page) => page.locator('[role=option]')
const chosen = (page) => page.locator('[role=option][aria-selected=true]')
// chose waits until so many photos are chosen, or says how many are.
const chose = (page, n, why) => page.waitForFunction((wanted) => document.querySelectorAll('[role=option][aria-selected=true]').length === wanted, n)
  .catch(async () => assert.equal(await chosen(page).count(), n, why))
const tile = (page, name) => page.getByRole('option', { name })

test('what a role may not do is not shown, and a forced call names the permission', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter({}, '/', 'vivian')
  await tiles(page).first().click()
  await button(page, 'Tags').waitFor()
  assert.equal(await button(page, 'Delete').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Trash' }).count(), 0)
  await page.goto(`${shop.server.url}/admin/trash`)
  await page.getByRole('alert').getByText('photo.delete').waitFor()
  await context.close()
})

describe('the library', () => {
  test('filters by its address, and writes there what is chosen', async () => {
    const { context, page } = await shop.enter({}, '/?search=spaniels')
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
    const { context, page } = await shop.enter({}, '/?sort_by=title&sort_order=asc')
    await tiles(page).nth(13).waitFor()
    await tiles(page).nth(1).click()
    await chose(page, 1)
    await tiles(page).nth(4).click({ modifiers: ['Shift'] })
    await chose(page, 4)
    await tiles(page).nth(8).click({ modifiers: ['Control'] })
    await tiles(page).nth(2).click({ modifiers: ['Control'] })
    await chose(page, 4)
    await tiles(page).nth(10).click({ position: { x: 15, y: 15 } })
    await chose(page, 5, 'the mark in the corner adds')

    await page.getByRole('listbox').press('Home')
    await chose(page, 1)
    await page.getByRole('listbox').press('Shift+ArrowRight')
    await chose(page, 2)
    await page.getByRole('listbox').press('Shift+ArrowRight')
    await chose(page, 3)
    await page.getByRole('listbox').press('Control+ArrowRight')
    await page.getByRole('listbox').press('Space')
    await chose(page, 4)
    await page.getByRole('listbox').press('Control+a')
    await chose(page, 14)
    await page.getByText('14 chosen').waitFor()
    await page.getByRole('listbox').press('Escape')
    await chose(page, 0)
    await context.close()
  })

  test('changes status, tags and categories of many in one request each, and takes it back', async () => {
    const { id } = await shop.ask('POST', '/categories', { name: 'Iberia' })
    const { context, page, problems } = await shop.enter({}, '/?sort_by=title&sort_order=asc')
    const requests = []
    page.on('request', (r) => r.url().endsWith('/photos/batch') && requests.push(r.postDataJSON()))
    const answered = (act) => Promise.all([page.waitForResponse((r) => r.url().endsWith('/photos/batch')), act()])
    const count = async (query) => (await shop.ask('GET', `/photos?limit=100&${query}`)).length
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
    await answered(() => button(page, 'Add').click())
    await page.getByText('3 photos changed').last().waitFor()
    assert.equal(await count('tag=crags'), 3)

    await button(page, 'Categories').click()
    await page.getByRole('dialog').getByLabel('Categories').first().click()
    await page.locator('div[role=option]', { hasText: 'Iberia' }).click()
    await page.keyboard.press('Escape')
    await answered(() => button(page, 'Add').click())
    await page.getByText('3 photos changed').last().waitFor()
    assert.equal(await count(`category=${id}`), 3)
    assert.equal(requests.length, 4, 'one request for each change')
    assert.deepEqual(problems, [])
    await context.close()
  })

  test('shows what has no pictures, and why', async () => {
    const { id } = await shop.ask('POST', '/photos', { title: 'A plan' })
    const { context, page } = await shop.enter()
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
    await shop.ask('DELETE', `/photos/${id}`)
    await shop.ask('DELETE', `/photos/trash/${id}`)
    await context.close()
  })

  test('is found again where one left it, also after going on in the editor', async () => {
    const { context, page } = await shop.enter({ viewport: { width: 500, height: 500 } }, '/?sort_by=title&sort_order=asc')
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
    const { context, page, problems } = await shop.enter({}, '/?sort_by=title&sort_order=asc')
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
    await page.getByRole('listbox', { name: 'Trash' }).getByRole('option').first().click()
    await button(page, 'Restore').click()
    await page.getByText('The trash is empty.').waitFor()
    await page.getByRole('link', { name: 'Photos' }).click()
    await page.getByText('14 photos', { exact: true }).waitFor()
    assert.deepEqual(problems, [])
    await context.close()
  })
})

describe('ten thousand photos', () => {
  // Answers like the server's, whose list is the shorter the more one types.
  async function enterTenThousand() {
    const { context, page } = await shop.enter()
    const photo = (await shop.ask('GET', '/photos?limit=1'))[0]
    await page.route('**/v1/photos?*', (route) => {
      const at = new URL(route.request().url()).searchParams
      const number = Number(at.get('page'))
      const total = Math.floor(10000 / 4 ** (at.get('search') ?? '').length)
      const ids = Array.from({ length: 100 }, (_, i) => (number - 1) * 100 + i + 1).filter((id) => id <= total)
      const data = ids.map((id) => ({ ...photo, id, title: `Photo ${id}` }))
      const pagination = { page: number, limit: 100, total, total_pages: Math.ceil(total / 100), has_next: number * 100 < total, has_prev: number > 1 }
      route.fulfill({ json: { success: true, code: 200, message: 'OK', data, pagination, meta: {} } })
    })
    await page.reload()
    await page.getByText('10,000 photos').waitFor()
    return { context, page }
  }

  test('are few tiles in the page', async () => {
    const { context, page } = await enterTenThousand()
    for (const place of [0.25, 0.5, 1]) {
      await page.evaluate((at) => scrollTo(0, document.body.scrollHeight * at), place)
      await page.locator('[role=option]:not([aria-label=Loading])').first().waitFor()
      const n = await tiles(page).count()
      assert.ok(n > 0 && n < 300, `${n} tiles`)
    }
    await tile(page, 'Photo 10000').waitFor()
    await context.close()
  })

  const tenth = (page) => page.getByRole('option', { name: 'Photo 10', exact: true })

  // measure returns what counts the calls of the console's functions since it was asked last, which no other work on the machine changes.
  async function measure(page) {
    const session = await page.context().newCDPSession(page)
    await session.send('Profiler.enable')
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    return async () => {
      const { result } = await session.send('Profiler.takePreciseCoverage')
      const functions = result.filter(({ url }) => url.includes('/admin/')).flatMap((script) => script.functions)
      return functions.reduce((sum, { ranges }) => sum + ranges[0].count, 0)
    }
  }

  test('are filtered by typing and found again by erasing, for no more work than the tiles in view', async () => {
    const { context, page } = await enterTenThousand()
    const idle = watchIdle(page)
    await tenth(page).waitFor()
    await page.clock.install()
    const search = page.getByLabel('Search')
    const calls = await measure(page)
    const counts = []
    const step = async (key, found) => {
      await search.press(key)
      await page.clock.fastForward(1000) // typing pauses
      await page.getByText(new RegExp(`^${found}`)).first().waitFor()
      await idle()
      counts.push(await calls())
    }
    await search.focus()
    await calls()
    const words = ['10,000 photos', '2,500 photos', '625 photos', '156 photos', '39 photos', '9 photos', '2 photos', 'No photo matches.']
    for (const [i, key] of [...'harbour'].entries()) await step(key, words[i + 1])
    for (const found of words.slice(0, -1).reverse()) await step('Backspace', found)
    await tenth(page).waitFor()
    assert.ok(Math.max(...counts) < 300_000, `calls of functions after each key: ${counts}`)
    await context.close()
  })
})

test('a limit that is reached counts down and goes on by itself', async () => {
  const { context, page } = await shop.enter()
  await page.clock.install()
  let refusals = 1
  await page.route('**/v1/photos/trash?*', (route) => {
    if (refusals-- <= 0) return route.continue()
    const envelope = { success: false, code: 429, message: 'Too many requests.', error: { type: 'RATE_LIMIT_EXCEEDED', details: {} }, meta: {} }
    return route.fulfill({ status: 429, headers: { 'Retry-After': '300' }, json: envelope })
  })
  await page.getByRole('link', { name: 'Trash' }).click()
  const countdown = page.getByText(/It goes on by itself in \d+ s/).first()
  const left = async () => Number((await countdown.textContent()).match(/\d+/)[0])
  const first = await left()
  assert.ok(first <= 300)
  await page.clock.fastForward(100_000)
  assert.ok((await left()) <= first - 100, 'it counts down')
  await page.clock.fastForward(200_000)
  await page.getByText('The trash is empty.').waitFor()
  await context.close()
})

test('the library looks right everywhere', async () => {
  const titles = (await shop.ask('GET', '/photos?limit=100')).map((photo) => photo.title)
  const categories = (await shop.ask('GET', '/categories')).categories.map((category) => category.name)
  const chooseFirst = async (page) => {
    await page.locator('[role=option] img').first().waitFor()
    await tiles(page).first().click()
  }
  await everyLook(shop, 'photos', '/', chooseFirst, [...titles, ...categories])
})

test('so does the trash', () => everyLook(shop, 'trash', '/trash', (page) => page.locator('h1').waitFor()))
