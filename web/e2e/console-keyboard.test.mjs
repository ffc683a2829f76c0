// The console by keys alone: where the focus is, and that it can be seen.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { password, workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const focused = (page, name) => page.waitForFunction((what) => document.activeElement.textContent.trim() === what || document.activeElement.getAttribute('aria-label') === what, name)

// Each screen: its address, and the button of a dialog on it.
const dialogs = [
  ['/shares', 'New link'],
  ['/categories', 'New category'],
  ['/tags', 'New tag'],
  ['/timeline', 'New event'],
  ['/users', 'New user'],
  ['/users', 'Edit vivian'],
  ['/users', 'Sessions of vivian'],
  ['/webhooks', 'New webhook'],
  ['/photos/1', 'Share…'],
  ['/photos/1', 'Delete'],
  ['/photos/1', 'Replace the file…'],
  ['/photos/1', 'Make the pictures again…'],
]

test('a dialog that is closed gives the focus back to its button', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter()
  for (const [path, name] of dialogs) {
    await page.goto(`${shop.server.url}/admin${path}`)
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.waitForFunction(() => document.activeElement.closest('[role=dialog]'))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focused(page, name)
  }
  await context.close()
})

test('a dialog that a menu led to gives the focus back to the button of the menu', async () => {
  await shop.ask('POST', '/categories', { name: 'Shores' })
  const { context, page } = await shop.enter({}, '/categories')
  for (const entry of ['Edit…', 'Cover…', 'Move to…', 'Delete…']) {
    await page.getByRole('button', { name: 'What to do with Shores' }).press('Enter')
    await page.getByRole('menuitem', { name: entry }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.waitForFunction(() => document.activeElement.closest('[role=dialog]'))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focused(page, 'What to do with Shores')
  }
  await context.close()
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
    for (const path of ['/photos/1', '/settings']) {
      await page.goto(`${shop.server.url}/admin${path}`)
      await page.locator('main form').first().waitFor()
      await page.waitForLoadState('networkidle')
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
