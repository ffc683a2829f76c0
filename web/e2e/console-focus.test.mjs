// Where the focus is after what one does in the console: never at nothing.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { password, workshop } from './console.mjs'
import { turn, watchIdle } from './waiting.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const focus = (page) => page.evaluate(() => {
  const { tagName, textContent, ariaLabel } = document.activeElement
  return `${tagName} ${(ariaLabel ?? textContent).trim().slice(0, 40)}`
})

// enter returns a signed-in page, and a function that waits until nothing moves any more and says where the focus is.
async function enter(options, path) {
  const { context, page } = await shop.enter(options, path)
  const idle = watchIdle(page)
  await page.clock.install()
  const somewhere = async (what) => {
    await idle()
    await page.clock.runFor(400) // whatever moves the focus with a delay has done so
    await idle()
    await turn(page)
    const where = await focus(page)
    assert.ok(!/^(BODY|HTML|MAIN)/.test(where), `after ${what} it is at ${where}`)
    return where
  }
  return { context, page, somewhere }
}

test('whoever goes to a screen by keys is at its heading', async () => {
  const { context, page, somewhere } = await enter()
  const names = await page.locator('nav a').allTextContents()
  assert.ok(names.length > 13)
  for (const name of [...names.slice(1), names[0]]) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).press('Enter')
    await page.waitForFunction((title) => document.activeElement.matches('h1') && document.activeElement.textContent === title, name)
  }
  await page.locator('[role=option] img').first().waitFor()
  await page.getByRole('listbox').press('Home')
  await page.getByRole('listbox').press('Enter')
  await page.locator('main form').waitFor()
  await somewhere('opening a photo')
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
  assert.equal(await somewhere('going on'), 'BUTTON Next', 'what one goes on with keeps it')
  await page.getByRole('link', { name: 'All photos' }).press('Enter')
  await page.locator('[role=option] img').first().waitFor()
  await somewhere('coming back')
  await context.close()
})

test('signing in and signing in again leave it on the screen', async () => {
  const { context, page, somewhere } = await enter({}, '/account')
  assert.equal(await somewhere('signing in'), 'H1 Your account')
  await page.getByLabel('Name to be shown').focus()
  await page.evaluate(() => new BroadcastChannel('vitrine-session').postMessage({ kind: 'ended' }))
  await page.getByRole('dialog').getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.match(await somewhere('signing in again'), /^INPUT/)
  await context.close()
})

// Each: the screen, what is typed into which field, and where the focus goes once the button is of no use.
const saves = [
  ['/account', 'Name to be shown', 'Ansel'],
  ['/settings', 'Site title', 'North'],
  ['/photos/1', 'Title', 'Another title'],
]

test('saving leaves it in the form', async () => {
  const { context, page, somewhere } = await enter()
  for (const [path, field, text] of saves) {
    await page.goto(`${shop.server.url}/admin${path}`)
    await page.getByLabel(field).first().fill(text)
    const save = page.locator('form', { has: page.getByLabel(field) }).getByRole('button', { name: 'Save' }).first()
    await save.press('Enter')
    await page.waitForFunction(() => ![...document.querySelectorAll('button[data-loading]')].length)
    await somewhere(`saving at ${path}`)
  }
  await context.close()
})

// Each: the screen, what is made there, and the button that deletes it.
const deletions = [
  ['/users', 'POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' }, 'Delete vivian'],
  ['/timeline', 'POST', '/timeline/events', { title: 'A prize', date: '2024-05-01' }, 'Delete “A prize”'],
  ['/shares', 'POST', '/shares', { title: 'Wedding', photo_ids: [1] }, 'Delete “Wedding”'],
  ['/photos/2', undefined, undefined, undefined, 'Delete'],
]

test('deleting leaves it where the thing was', async () => {
  const { context, page, somewhere } = await enter()
  for (const [path, method, address, body, name] of deletions) {
    if (method) await shop.ask(method, address, body)
    await page.goto(`${shop.server.url}/admin${path}`)
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await somewhere(`deleting at ${path}`)
  }
  await context.close()
})

test('the menu of a phone closes at Escape, at a choice, and gives the focus on', async () => {
  const { context, page, somewhere } = await enter({ viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: 'Menu' })
  const nav = page.locator('nav')
  await menu.press('Enter')
  await nav.waitFor()
  for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
  assert.match(await focus(page), /^A /)
  assert.equal(await page.evaluate(() => document.querySelector('main').inert), true, 'what the menu covers is out of reach')
  await page.keyboard.press('Escape')
  await nav.waitFor({ state: 'hidden' })
  assert.equal(await focus(page), 'BUTTON Menu')
  await menu.press('Enter')
  await page.getByRole('link', { name: 'Tags' }).press('Enter')
  await nav.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => document.activeElement.matches('h1') && document.activeElement.textContent === 'Tags')
  await menu.press('Enter')
  await page.getByRole('link', { name: 'Tags' }).press('Enter')
  await nav.waitFor({ state: 'hidden' })
  assert.equal(await somewhere('choosing where one is'), 'H1 Tags')
  await menu.press('Enter')
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.waitForFunction(() => !document.querySelector('main').inert)
  await context.close()
})
