// The audit log, in a browser.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop()
  const [photo] = await shop.ask('GET', '/photos?limit=1')
  shop.photo = photo.id
  await shop.ask('PUT', `/photos/${photo.id}`, { title: 'Harbour at dawn', status: 'draft' })
  await shop.ask('PUT', `/photos/${photo.id}`, { title: 'Harbor at dawn', description: 'Boats. '.repeat(60) })
  await shop.ask('PUT', '/settings', { display_enable_dark_mode: false, upload_max_file_size: 100 * 1024 * 1024 })
  await shop.ask('POST', '/tags', { name: 'boats' })
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
})
after(() => shop?.close())

const records = (page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
const record = (page, text) => records(page).filter({ hasText: text })
const unfold = (row) => row.getByRole('button', { name: /^Details: / }).click()

test('a change is told in words, with what was before and after, and leads to the thing', async () => {
  const { context, page, problems } = await shop.enter({}, '/audit')
  assert.match(await records(page).first().innerText(), /^admin signed in/)
  const row = record(page, 'admin changed the photo “Harbor at dawn”')
  assert.match(await row.innerText(), /from (127\.0\.0\.1|::1)/)
  await unfold(row)
  assert.deepEqual(await row.getByRole('row', { name: /^Title/ }).getByRole('cell').allInnerTexts(), ['Harbour at dawn', 'Harbor at dawn'])
  await row.getByRole('row', { name: 'Description Changed. Long texts and secrets are not kept here.' }).waitFor()

  const settings = record(page, 'admin changed the settings')
  await unfold(settings)
  assert.deepEqual(await settings.getByRole('row', { name: /^Dark mode/ }).getByRole('cell').allInnerTexts(), ['On', 'Off'])
  assert.deepEqual(await settings.getByRole('row', { name: /^Largest file/ }).getByRole('cell').allInnerTexts(), ['200 MiB', '100 MiB'])

  await row.getByRole('link', { name: /^Show: / }).click()
  await page.waitForURL(`**/admin/photos/${shop.photo}`)
  assert.deepEqual(problems, [])
  await context.close()
})

test('the filters are in the address, and come back with it', async () => {
  const { context, page, problems } = await shop.enter({}, '/audit')
  await page.getByLabel('What was done').selectOption({ label: 'added the user' })
  await page.waitForURL('**/admin/audit?action=user.create')
  await record(page, 'admin added the user “vivian”').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('main li').length === 1)
  await page.getByLabel('Which thing').selectOption({ label: 'Tags' })
  await page.waitForURL('**/admin/audit?object_type=tag')
  await record(page, 'admin made the tag “boats”').waitFor()
  await page.getByLabel('Who').selectOption({ label: 'vivian' })
  await page.getByText('Nothing of this kind is on record.').waitFor()
  assert.match(page.url(), /user_id=\d+/)
  await page.reload()
  await page.getByText('Nothing of this kind is on record.').waitFor()
  assert.equal(await page.getByLabel('Which thing').inputValue(), 'tag')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.waitForURL('**/admin/audit')

  await page.getByLabel('To day (UTC)').fill('2020-01-31')
  await page.waitForURL('**/admin/audit?date_to=2020-01-31')
  await page.getByText('Nothing of this kind is on record.').waitFor()
  await page.getByRole('link', { name: 'Show everything' }).click()

  const row = record(page, 'admin changed the photo “Harbor at dawn”')
  await unfold(row)
  await row.getByRole('link', { name: 'All about this thing' }).click()
  await record(page, 'admin changed the photo “Harbour at dawn”').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('object_type'), 'photo')
  assert.equal(await page.getByLabel('Which thing').locator('option:checked').innerText(), `Photos: no. ${shop.photo}`)
  assert.deepEqual(problems, [])
  await context.close()
})

test('a long log has pages', async () => {
  for (let n = 0; n < 50; n++) await shop.ask('PUT', '/settings', { display_photos_per_page: 30 + n })
  const { context, page } = await shop.enter({}, '/audit?action=settings.update')
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL(/page=2/)
  await page.getByText('Page 2 of 2').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('main li').length === 1)
  await context.close()
})

test('a refused sign-in is told by whom it meant', async () => {
  const { context, page } = await shop.enter({}, '/account')
  const login = (username) => page.evaluate((body) => fetch('/v1/auth/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }), JSON.stringify({ username, password: 'not the password' }))
  await login('vivian')
  await login('nobody we know')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await record(page, 'Someone tried in vain to sign in as “vivian”').waitFor()
  await record(page, 'Someone tried in vain to sign in as an unknown name').waitFor()
  await context.close()
})

test('an editor is not shown it', async () => {
  const { context, page } = await shop.enter({}, '/audit', 'vivian')
  await page.getByText('It needs the permission system.read.', { exact: false }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0)
  await context.close()
})

test('the audit log at every width, in both schemes and languages', () =>
  everyLook(shop, 'audit', '/audit?object_type=photo', async (page) => {
    for (let n = 0; n < 3; n++) await page.locator('main li button[aria-expanded=false]').first().click()
  }, ['vivian']))

test('nothing found at every width, in both schemes and languages', () =>
  everyLook(shop, 'audit-empty', '/audit?date_to=2020-01-31', (page) => page.locator('main h1').waitFor(), ['vivian']))
