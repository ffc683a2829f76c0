// The library of the console in Debian's Chromium: what stands above and below the
// photos, what one presses and where that leads, and what becomes of work that is
// cut short.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { everyLook, workshop } from './console.mjs'
import { until } from './waiting.mjs'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const pictures = { search: '?sort_by=title&sort_order=asc' }

let shop
before(async () => { shop = await workshop() })
after(() => shop?.close())

const tiles = (page) => page.locator('[role=option]')
const chosen = (page) => page.locator('[role=option][aria-selected=true]')
const button = (page, name) => page.getByRole('button', { name, exact: true })
const bar = (page) => page.getByRole('region', { name: 'Chosen photos' })
const sorted = async (options) => {
  const entered = await shop.enter(options, `/${pictures.search}`)
  await tiles(entered.page).nth(3).waitFor()
  return entered
}

// boxOf is where an element is once it moves no more.
async function boxOf(locator) {
  await locator.waitFor()
  await locator.evaluate((e) => Promise.all(e.getAnimations({ subtree: true }).map((a) => a.finished)))
  return locator.boundingBox()
}

const apart = (a, b) => a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x

// standsAlone sees that notices cover no part of an element.
async function standsAlone(page, locator, what) {
  const notice = await boxOf(page.locator('[role=status] [role=alert]').first())
  const other = await boxOf(locator)
  assert.ok(apart(notice, other), `a notice at ${JSON.stringify(notice)} covers ${what} at ${JSON.stringify(other)}`)
}

async function setStatus(page, name, narrow) {
  await button(page, 'Status').click()
  await page.getByRole('menuitem', { name }).click()
  await button(page, 'Undo').waitFor()
}

describe('notices', () => {
  for (const [name, options] of [['on a phone', phone], ['at a desk', {}]]) {
    test(`${name} cover neither the bar, nor the buttons of a dialog`, async () => {
      const { context, page } = await sorted(options)
      await tiles(page).nth(0).click({ position: { x: 15, y: 15 } })
      await tiles(page).nth(1).click({ position: { x: 15, y: 15 } })
      await setStatus(page, 'Archived')
      await standsAlone(page, bar(page), 'the bar')
      if (options === phone) {
        await button(page, 'More').click()
        await page.getByRole('menuitem', { name: 'Tags' }).click()
      } else await button(page, 'Tags').click()
      await standsAlone(page, page.getByRole('dialog'), 'the dialog')
      await page.keyboard.press('Escape')
      await button(page, 'Undo').click()
      await page.getByText('2 photos taken back').waitFor()
      await context.close()
    })

    test(`${name} do not cover the bar that saves a photo`, async () => {
      const { context, page } = await sorted(options)
      await tiles(page).nth(0).focus().catch(() => {})
      await page.goto(`${shop.server.url}/admin/photos/1`)
      await page.getByLabel('Description').fill(`Once more, ${name}.`)
      await button(page, 'Save').click()
      await page.getByText('Saved').waitFor()
      await standsAlone(page, button(page, 'Save'), 'the button that saves')
      await context.close()
    })
  }
})

describe('the bar of chosen photos', () => {
  test('is one row on a phone, with all there is to do, large enough for fingers', async () => {
    const { context, page } = await sorted(phone)
    await tiles(page).nth(0).click({ position: { x: 15, y: 15 } })
    await tiles(page).nth(1).click({ position: { x: 15, y: 15 } })
    await page.getByText('2 chosen').waitFor()
    assert.ok((await boxOf(bar(page))).height <= 60, 'it is higher than one row')
    await button(page, 'More').click()
    for (const name of ['Tags', 'Categories', 'Share…', 'Make the pictures again', 'Delete']) {
      const { height } = await boxOf(page.getByRole('menuitem', { name, exact: true }))
      assert.ok(height >= 44, `${name} is ${height} px high`)
    }
    await page.keyboard.press('Escape')
    for (const name of ['Status', 'More', 'Clear the choice']) {
      const { width, height } = await boxOf(button(page, name))
      assert.ok(width >= 44 && height >= 44, `${name} is ${width} × ${height}`)
    }
    await context.close()
  })

  test('is reached by keys, its menu too', async () => {
    const { context, page } = await sorted({ viewport: { width: 390, height: 844 } })
    await page.getByRole('listbox').press('Space')
    await button(page, 'More').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Status' }).or(page.getByRole('menuitem', { name: 'Published' })).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Delete 1 photo?').waitFor()
    await page.keyboard.press('Escape')
    await context.close()
  })
})

const activeName = (page) => page.evaluate(() => {
  const id = document.activeElement?.getAttribute('aria-activedescendant')
  return id ? document.getElementById(id)?.getAttribute('aria-label') : document.activeElement?.tagName
})

async function untilActive(page, name) {
  await page.waitForFunction((wanted) => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id && document.getElementById(id)?.getAttribute('aria-label') === wanted
  }, name).catch(async () => assert.equal(await activeName(page), name))
}

describe('after deleting by keys', () => {
  test('one goes on from the next photo, and undoing brings back the photo, the choice and the place', async () => {
    const { context, page } = await sorted()
    const names = await tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')))
    const grid = page.getByRole('listbox')
    await tiles(page).nth(2).click()
    await grid.press('Shift+ArrowRight')
    await grid.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('12 photos', { exact: true }).waitFor()
    await untilActive(page, names[4])
    await page.keyboard.press('Control+z')
    await page.getByText('14 photos', { exact: true }).waitFor()
    await page.getByText('2 chosen').waitFor()
    await untilActive(page, names[3])
    assert.deepEqual(await chosen(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label'))), [names[2], names[3]])
    await context.close()
  })

  test('the last of the list gives way to the one before it', async () => {
    const { context, page } = await sorted()
    const names = await tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')))
    await page.getByRole('listbox').press('End')
    await page.getByRole('listbox').press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await untilActive(page, names[12])
    await page.keyboard.press('Control+z')
    await page.getByText('14 photos', { exact: true }).waitFor()
    await context.close()
  })

  test('in the trash likewise', async () => {
    const { context, page } = await sorted()
    await tiles(page).nth(3).click()
    await tiles(page).nth(5).click({ modifiers: ['Shift'] })
    await page.getByRole('listbox').press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('11 photos', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('listbox', { name: 'Trash' }).getByRole('option').nth(2).waitFor()
    const names = await tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')))
    await tiles(page).nth(0).click()
    await button(page, 'Restore').click()
    await untilActive(page, names[1])
    await page.keyboard.press('Control+z')
    await page.getByText('1 chosen').waitFor()
    await page.keyboard.press('Control+a')
    await button(page, 'Restore').click()
    await page.getByText('The trash is empty.').waitFor()
    await context.close()
  })
})

test('what sorts and filters says so in words that fit', async () => {
  for (const locale of ['en', 'zh-CN']) {
    const { context, page } = await sorted({ ...phone, locale })
    const cut = await page.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d')
      return [...document.querySelectorAll('[role=search] select')].flatMap((select) => {
        const style = getComputedStyle(select)
        context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
        return [...select.options].map((o) => o.text).filter((text) => context.measureText(text).width > room)
      })
    })
    assert.deepEqual(cut, [])
    await context.close()
  }
})

describe('photos whose pictures are not there', () => {
  test('are found by the library, lead there from the dashboard, and are made again together', async () => {
    await shop.ask('PUT', '/settings', { upload_generate_thumbnails: false })
    const whole = readFileSync(new URL('../../testdata/demo/fig.jpg', import.meta.url))
    const file = await shop.upload(whole.subarray(0, whole.length / 2))
    await shop.ask('POST', '/photos', { title: 'Cannot be read', file_id: file })
    const ends = (status) => until(async () => (await shop.ask('GET', `/upload/status/${file}`)).status === status)
    await ends('completed')
    await shop.ask('POST', `/upload/${file}/reprocess`, {})
    await ends('failed')
    const { context, page } = await shop.enter({}, '/dashboard')
    await page.getByRole('link', { name: 'The pictures of 1 photo could not be made.' }).click()
    await page.waitForURL(/pictures=failed/)
    await page.getByText('1 photo', { exact: true }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Pictures' }).inputValue(), 'failed')
    await page.getByRole('listbox').press('Control+a')
    const answered = page.waitForResponse((r) => r.url().endsWith('/photos/batch'))
    await button(page, 'Make the pictures again').click()
    assert.equal((await (await answered).json()).data.action, 'reprocess')
    await page.getByText('The pictures of one photo are made again').waitFor()
    await context.close()
  })
})

describe('work in many requests', () => {
  // pretend answers as if there were so many photos, and lets batches through until one fails.
  async function pretend(page, total, failing) {
    const photo = (await shop.ask('GET', '/photos?limit=1'))[0]
    const batches = []
    await page.route('**/v1/photos?*', (route) => {
      const at = new URL(route.request().url()).searchParams
      const number = Number(at.get('page'))
      const data = Array.from({ length: 100 }, (_, i) => ({ ...photo, id: (number - 1) * 100 + i + 1, title: `Photo ${(number - 1) * 100 + i + 1}` }))
      const pagination = { page: number, limit: 100, total, total_pages: total / 100, has_next: true, has_prev: true }
      return route.fulfill({ json: { success: true, code: 200, message: 'OK', data, pagination, meta: {} } })
    })
    await page.route('**/v1/photos/batch', (route) => {
      const { photo_ids: ids, action } = route.request().postDataJSON()
      batches.push({ ids, action, key: route.request().headers()['idempotency-key'] })
      if (batches.length === failing) return route.fulfill({ status: 500, json: { success: false, code: 500, message: 'No.', error: { type: 'INTERNAL_SERVER_ERROR' }, meta: { request_id: 'x' } } })
      return route.fulfill({ json: { success: true, code: 200, message: 'OK', data: { action, requested: ids.length, succeeded: ids, failed: [] }, meta: {} } })
    })
    await page.reload()
    await page.getByText(`${total.toLocaleString('en')} photos`, { exact: true }).waitFor()
    return batches
  }

  test('that is cut short says how far it came, and goes on by a press', async () => {
    const { context, page } = await sorted()
    const batches = await pretend(page, 5000, 7)
    await page.getByRole('listbox').press('Control+a')
    await page.getByText('5,000 chosen').waitFor()
    await button(page, 'Tags').click()
    await page.getByRole('dialog').getByLabel('Tags').first().fill('crags')
    await page.keyboard.press('Enter')
    await page.clock.install()
    await button(page, 'Add').click()
    await page.getByText('3,000 photos changed').waitFor()
    await page.getByText('2,000 photos are still to do.').waitFor()
    await page.getByText('5,000 chosen').waitFor()
    await page.clock.fastForward(60_000) // longer than any notice that goes by itself
    await button(page, 'Go on').click()
    await page.getByText('5,000 photos changed').waitFor()
    assert.deepEqual(batches.map(({ ids }) => ids[0]), [1, 501, 1001, 1501, 2001, 2501, 3001, 3001, 3501, 4001, 4501])
    assert.equal(batches[6].key, batches[7].key, 'what nobody knows about is sent as the same')
    assert.ok(batches.every(({ ids }) => ids.length <= 500))
    await context.close()
  })
})

test('the library with photos chosen looks right', async () => {
  const titles = (await shop.ask('GET', '/photos?limit=100')).map(({ title }) => title)
  await everyLook(shop, 'library-chosen', `/${pictures.search}`, async (page) => {
    await tiles(page).nth(1).waitFor()
    await page.getByRole('listbox').press('Space')
    await page.getByRole('listbox').press('Shift+ArrowRight')
    await page.locator('[role=option] img').first().waitFor()
    await page.locator('section[aria-label]').waitFor()
  }, titles)
})

test('at four times the size the bar of chosen photos leaves the library in view, and is whole itself', async () => {
  const { context, page } = await shop.enter({ viewport: { width: 320, height: 256 } })
  await tiles(page).first().waitFor()
  await page.getByRole('listbox').press('Space')
  const clear = button(bar(page), 'Clear the choice')
  await clear.waitFor()
  const [{ y }, { x, width }] = [await bar(page).boundingBox(), await clear.boundingBox()]
  const below = await page.evaluate(() => document.querySelector('header').getBoundingClientRect().bottom)
  assert.ok(y - below > 128, `${y - below} pixels of the library are in view`)
  assert.ok(x + width <= 320, `the way out ends at ${x + width}`)
  await context.close()
})
