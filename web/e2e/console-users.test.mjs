// The users of the console: found, made, changed, signed out from afar, and deleted.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop({ signInAnew: true })
})
after(() => shop?.close())

const button = (page, name) => page.getByRole('button', { name, exact: true })
const makeUser = (username, role = 'editor') => shop.ask('POST', '/users', { username, email: `${username}@example.com`, password, role })
const found = async (username) => (await shop.ask('GET', `/users?search=${username}`))[0]

test('a user is added past faults at their fields, found, changed, and deleted by name', async () => {
  const { context, page, problems } = await shop.enter({}, '/users')
  await button(page, 'New user').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('dorothea')
  await dialog.getByLabel('E-mail address').fill('nobody')
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  await button(dialog, 'Add the user').click()
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] [aria-invalid=true]').length === 2)
  await dialog.getByLabel('Username').fill('ADMIN')
  await dialog.getByLabel('E-mail address').fill('dorothea@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('white angel breadline')
  await button(dialog, 'Add the user').click()
  await dialog.getByText('This is taken already.').waitFor()
  assert.equal(await dialog.getByLabel('Username').getAttribute('aria-invalid'), 'true')
  await dialog.getByLabel('Username').fill('dorothea')
  await button(dialog, 'Add the user').click()
  await page.getByText('The user is added.').waitFor()

  await page.getByLabel('Search').fill('DOROTH')
  await page.waitForURL(/search=DOROTH/)
  await page.getByText('admin@').waitFor({ state: 'detached' })
  await page.getByLabel('Role').selectOption('admin')
  await page.getByText('Nobody matches.').waitFor()
  await page.getByLabel('Role').selectOption('editor')
  await button(page, 'Edit dorothea').click()
  await dialog.getByLabel('Name to be shown').fill('Dorothea L.')
  await dialog.getByLabel('Role').selectOption('admin')
  await dialog.getByLabel('May sign in').uncheck()
  await button(dialog, 'Save').click()
  await page.getByText('Nobody matches.').waitFor()
  await page.getByLabel('Role').selectOption('')
  await page.getByText('Dorothea L.').waitFor()
  await page.getByRole('listitem').getByText('Switched off').waitFor()
  const now = await found('dorothea')
  assert.deepEqual([now.role, now.is_active], ['admin', false])

  await button(page, 'Delete dorothea').click()
  await dialog.getByText('Delete dorothea?').waitFor()
  await button(dialog, 'Delete').click()
  await page.getByText('The user is deleted.').waitFor()
  await page.getByText('Nobody matches.').waitFor()
  assert.deepEqual(problems.filter((text) => !/400|409/.test(text)), [])
  await context.close()
})

test('ending the sessions of a user signs their browsers out at their next request', async () => {
  await makeUser('ansel')
  const first = await shop.enter({}, '/account', 'ansel')
  const second = await shop.enter({}, '/account', 'ansel')
  const { context, page, problems } = await shop.enter({}, '/users?search=ansel')
  await button(page, 'Sessions of ansel').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').nth(1).waitFor()
  await button(dialog, 'End').first().click()
  await page.getByText('1 session ended').waitFor()
  await dialog.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
  await second.page.getByRole('link', { name: 'Photos' }).click()
  await second.page.getByLabel('Username').waitFor()
  await first.page.getByRole('link', { name: 'Photos' }).click()
  await first.page.locator('[role=option] img').first().waitFor()

  await button(dialog, 'End all').click()
  await page.getByText('End all sessions of ansel?').waitFor()
  await button(page.getByRole('dialog').last(), 'End all').click()
  await dialog.getByText('Signed in nowhere.').waitFor()
  await first.page.getByRole('link', { name: 'Share links' }).click()
  await first.page.getByLabel('Username').waitFor()
  assert.deepEqual(problems, [])
  for (const browser of [first, second, { context }]) await browser.context.close()
})

test('nobody is offered to delete or demote themselves, least of all the last owner, and told why', async () => {
  const { context, page } = await shop.enter({}, '/users?role=super_admin')
  await page.getByText('This is you, and the last owner.').waitFor()
  for (const task of ['Edit', 'Delete']) assert.equal(await button(page, `${task} admin`).count(), 0)
  const { id } = await makeUser('second', 'super_admin')
  await page.reload()
  await page.getByText('This is you. Your role is changed').waitFor()
  for (const task of ['Edit', 'Delete']) {
    assert.equal(await button(page, `${task} admin`).count(), 0)
    assert.equal(await button(page, `${task} second`).count(), 1)
  }
  await shop.ask('DELETE', `/users/${id}`)
  await context.close()
})

test('who lacks a permission is not offered what needs it, and told which one when forced', async () => {
  await makeUser('vivian')
  const editor = await shop.enter({}, '/users', 'vivian')
  await editor.page.getByRole('alert').getByText('user.read').waitFor()
  await editor.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  assert.equal(await editor.page.getByRole('link', { name: 'Users' }).count(), 0)
  await editor.context.close()

  await makeUser('berenice', 'admin')
  const { context, page } = await shop.enter({}, '/users', 'berenice')
  await button(page, 'Edit vivian').waitFor()
  assert.equal(await button(page, 'New user').count(), 0)
  assert.equal(await button(page, 'Edit admin').count(), 0)
  assert.equal(await button(page, 'Delete vivian').count(), 0)
  await button(page, 'Edit vivian').click()
  await page.getByRole('dialog').getByLabel('Name to be shown').fill('Vivian M.')
  const { id } = await found('berenice')
  await shop.ask('PUT', `/users/${id}`, { role: 'editor' })
  await button(page, 'Save').click()
  await page.getByRole('alert').getByText('user.read').waitFor()
  await page.getByRole('link', { name: 'Users' }).waitFor({ state: 'detached' })
  await context.close()
})

test('the screens look right in every width, scheme and language', async () => {
  await everyLook(shop, 'users', '/users', (page) => page.getByText('vivian@').waitFor())
  await everyLook(shop, 'user', '/users?search=vivian', async (page) => {
    await page.locator('main li button').first().click()
    await page.getByRole('dialog').locator('input').first().waitFor()
  })
  await shop.enter({}, '/account', 'vivian')
  await everyLook(shop, 'user-sessions', '/users?search=vivian', async (page) => {
    await page.locator('main li button').nth(1).click()
    await page.getByRole('dialog').locator('[role=listitem] button').first().waitFor()
  })
})
