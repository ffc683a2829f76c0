// The console by keys alone: where the focus is, and that it can be seen.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { password, workshop } from './console.mjs'
import { drawnAtOnce, turn, watchIdle } from './waiting.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

// focused waits until an element of a name has the focus, or says what has it.
async function focused(page, name, after = '') {
  await page.waitForFunction((what) => document.activeElement.textContent.trim() === what || document.activeElement.getAttribute('aria-label') === what, name)
    .catch(async () => assert.equal(await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200)), name, after))
}

// Each screen: its address, and the buttons of the dialogs on it.
const dialogs = [
  ['/shares', ['New link']],
  ['/categories', ['New category']],
  ['/tags', ['New tag']],
  ['/timeline', ['New event']],
  ['/users', ['New user', 'Edit vivian', 'Sessions of vivian']],
  ['/webhooks', ['New webhook']],
  ['/photos/1', ['Share…', 'Delete', 'Replace the file…', 'Make the pictures again…']],
]

const inDialog = (page) => page.waitForFunction(() => document.activeElement.closest('[role=dialog]'))

// leave closes a dialog, and sees that the focus is where it was before. Escape closes a list of suggestions first.
async function leave(page, name, entry) {
  await inDialog(page)
  const field = page.getByRole('dialog').getByRole('combobox', { expanded: true }).or(page.getByRole('dialog').locator('input[aria-haspopup=listbox]'))
  if (await field.count()) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter')
  else await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused(page, name, entry)
}

test('a dialog that is closed gives the focus back to its button', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter()
  for (const [path, names] of dialogs) {
    await page.goto(`${shop.server.url}/admin${path}`)
    for (const name of names) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await leave(page, name)
    }
  }
  await context.close()
})

// choose presses an entry of a menu. The menu takes the focus as it opens, and then leaves it where the keys put it.
async function choose(page, menu, entry) {
  await page.getByRole('button', { name: menu, exact: true }).press('Enter')
  await page.waitForFunction(() => document.activeElement.closest('[role=menu]'))
  await turn(page)
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
}

// Each menu that leads to dialogs: its screen, its button and the entries.
const menus = [
  ['/categories', 'What to do with Shores', ['Edit…', 'Cover…', 'New category in it…', 'Move to…', 'Delete…']],
  ['/tags?search=dusk', 'What to do with dusk', ['Edit…', 'Merge into another…', 'Delete…']],
  ['/', 'More', ['Tags', 'Categories', 'Share…', 'Delete']],
]

describe('a dialog that a menu led to', () => {
  before(async () => {
    await shop.ask('POST', '/categories', { name: 'Shores' })
    await shop.ask('POST', '/tags', { name: 'dusk' })
  })

  for (const reducedMotion of ['reduce', 'no-preference']) {
    test(`gives the focus back to the button of the menu, motion: ${reducedMotion}`, async () => {
      const { context, page } = await shop.enter({ reducedMotion, viewport: { width: 390, height: 844 } })
      for (const [path, menu, entries] of menus) {
        await page.goto(`${shop.server.url}/admin${path}`)
        if (path === '/') await page.locator('[role=option]').first().click()
        for (const entry of entries) {
          await choose(page, menu, entry)
          await leave(page, menu, entry)
        }
      }
      await context.close()
    })
  }

  test('does so even if it is there before the menu has given the focus back itself', async () => {
    const { context, page } = await shop.enter({}, '/categories')
    await page.clock.install()
    const [path, menu, [entry]] = menus[0]
    assert.equal(new URL(page.url()).pathname, `/admin${path}`)
    await page.getByRole('button', { name: menu }).press('Enter')
    await page.getByRole('menuitem', { name: entry }).waitFor()
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await page.getByRole('menuitem', { name: entry }).press('Enter')
    await drawnAtOnce(page, page.getByRole('dialog'))
    await page.clock.resume()
    await leave(page, menu)
    await context.close()
  })
})

test('tags are typed at once into their dialog', async () => {
  const { context, page } = await shop.enter()
  await page.locator('[role=option] img').first().click()
  const tags = page.getByRole('button', { name: 'Tags', exact: true })
  await tags.press('Enter')
  await page.waitForFunction(() => document.activeElement.matches('[role=dialog] input'))
  await page.keyboard.type('by keys')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).press('Enter')
  await page.getByText('1 photo changed').waitFor()
  assert.equal((await shop.ask('GET', '/photos?tag=by+keys')).length, 1)
  await context.close()
})

test('what the keys lead to is never below a bar', async () => {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { context, page } = await shop.enter({ viewport })
    const idle = watchIdle(page)
    for (const path of ['/photos/1', '/settings']) {
      await page.goto(`${shop.server.url}/admin${path}`)
      await page.locator('main form').first().waitFor()
      await idle()
      for (const key of ['Tab', 'Shift+Tab']) {
        await page.locator('main').focus()
        if (key === 'Shift+Tab') await page.evaluate(() => [...document.querySelectorAll('main input, main a')].at(-1).focus())
        for (let i = 0; i < 40; i++) {
          await page.keyboard.press(key)
          assert.equal(await page.evaluate(covered), '', `${path} at ${viewport.width} by ${key}`)
        }
      }
    }
    await context.close()
  }
})

// covered names the element in the focus if nothing of it can be seen.
function covered() {
  const element = document.activeElement
  if (!element.closest('main') || element.matches('main')) return ''
  const shown = element.getBoundingClientRect().width > 1 ? element : element.labels[0]
  const { left, top, width, height } = shown.getBoundingClientRect()
  const isSeen = [0.1, 0.5, 0.9].some((at) => {
    const there = document.elementFromPoint(left + width * at, top + height * at)
    return there && (shown.contains(there) || there.contains(shown))
  })
  return isSeen ? '' : element.outerHTML.slice(0, 200)
}

test('in forced colours one sees what is chosen and where the keys are', async () => {
  const { context, page } = await shop.enter({ forcedColors: 'active' })
  await page.locator('[role=option] img').first().waitFor()
  await page.getByRole('listbox').press('Control+ArrowRight')
  const outline = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).outlineStyle)
  assert.notEqual(await outline('[role=option][data-active] > div'), 'none')
  assert.equal(await outline('[role=option]:not([data-active]) > div'), 'none')
  assert.notEqual(await outline('main [role=radiogroup] label[data-active]'), 'none')
  await context.close()
})

test('what is not there is not blamed on a busy server', async () => {
  const { context, page } = await shop.enter({}, '/photos/999999')
  await page.getByText('This is not there.').waitFor()
  assert.equal(await page.getByText('The server is busy.').count(), 0)
  await context.close()
})
