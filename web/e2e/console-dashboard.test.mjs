// The dashboard, in a browser.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { everyLook, password, workshop } from './console.mjs'
import { until } from './waiting.mjs'

const picture = new URL('../../testdata/demo/nuthatch.jpg', import.meta.url)

let shop, photos
before(async () => {
  shop = await workshop()
  photos = await shop.ask('GET', '/photos?limit=100')
})
after(() => shop?.close())

const panel = (page, name) => page.getByRole('region', { name, exact: true })

test('numbers, pictures, charts and tables are those of the library', async () => {
  await shop.visit(photos[0].id)
  await until(async () => (await shop.ask('GET', '/dashboard/stats')).recent.new_views === 1)
  const { context, page, problems } = await shop.enter({}, '/dashboard')
  await page.locator('dd', { hasText: `${photos.length} new` }).getByText(String(photos.length), { exact: true }).waitFor()
  await panel(page, 'Most viewed').getByRole('link', { name: photos[0].title }).waitFor()
  assert.equal(await panel(page, 'Most viewed').getByRole('link').count(), 1, 'what nobody viewed is not there')
  assert.equal(await panel(page, 'Most viewed').getByRole('img').count(), 0, 'the link names the picture')
  await panel(page, 'Tags').getByRole('row').nth(1).waitFor()

  const views = panel(page, 'Views')
  await views.getByText('1 in all').waitFor()
  const rows = views.getByRole('row')
  assert.equal(await rows.count(), 31, 'who cannot see the chart has the table beside it')
  await views.getByRole('button', { name: 'As a table' }).click()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.querySelectorAll('tr').length), 31, 'what scrolls is reached by key')
  assert.match(await rows.nth(1).innerText(), /\s1$/, 'today comes first')
  await views.getByRole('button', { name: 'As a chart' }).click()
  assert.equal(await views.locator('svg').count(), 1)
  await panel(page, 'Health').getByText('Database: healthy').waitFor()
  await panel(page, 'Storage').getByRole('row', { name: /Originals .* MB/ }).waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

test('the period is in the address, and chosen by key', async () => {
  const { context, page } = await shop.enter({}, '/dashboard?days=90')
  const rows = panel(page, 'Photos added').getByRole('row')
  await rows.nth(90).waitFor({ state: 'attached' })
  await page.getByRole('radio', { name: '90 days' }).press('ArrowRight')
  await page.waitForURL('**/dashboard?days=365')
  await panel(page, 'Photos added').getByRole('columnheader', { name: 'Week' }).waitFor({ state: 'attached' })
  assert.equal(await rows.count(), 54)
  await page.reload()
  assert.equal(await page.getByRole('radio', { name: '1 year' }).isChecked(), true)
  await context.close()
})

test('what waits for someone leads there', async () => {
  const [photo] = photos
  await shop.ask('PUT', `/photos/${photo.id}`, { status: 'draft' })
  await shop.ask('PUT', '/settings', { upload_generate_thumbnails: false })
  const whole = readFileSync(picture)
  const file_id = await shop.upload(whole.subarray(0, whole.length / 2))
  await shop.ask('POST', '/photos', { title: 'Cut short', status: 'draft', file_id })
  const becomes = (status) => until(async () => (await shop.ask('GET', `/upload/status/${file_id}`)).status === status)
  await becomes('completed')
  await shop.ask('POST', `/upload/${file_id}/reprocess`, {})
  await becomes('failed')
  const { context, page } = await shop.enter({}, '/dashboard')
  const waiting = panel(page, 'Waiting for you')
  await waiting.getByRole('link', { name: 'The pictures of 1 photo could not be made.' }).click()
  await page.waitForURL('**/admin/?pictures=failed')
  await page.getByRole('option', { name: 'Cut short' }).waitFor()
  await page.goBack()

  await waiting.getByRole('link', { name: '2 drafts are not published yet.' }).click()
  await page.waitForURL('**/admin/?status=draft')
  await page.getByRole('option', { name: photo.title }).waitFor()
  await page.goBack()
  await waiting.getByRole('link', { name: 'There is no backup yet.' }).click()
  await page.getByRole('heading', { name: 'Backups' }).waitFor()
  await shop.ask('POST', '/settings/reset', { confirm: true })
  await shop.ask('PUT', `/photos/${photo.id}`, { status: 'published' })
  await context.close()
})

test('a tag leads to its photos', async () => {
  const { context, page } = await shop.enter({}, '/dashboard')
  const tag = panel(page, 'Tags').getByRole('link').first()
  const name = await tag.innerText()
  await tag.click()
  await page.locator('[role=option]').first().waitFor()
  assert.equal(await page.getByLabel('Tag', { exact: true }).inputValue(), name)
  await context.close()
})

test('an editor is not shown the dashboard', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter({}, '/dashboard', 'vivian')
  await page.getByRole('alert').getByText('settings.read').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Dashboard' }).count(), 0)
  await context.close()
})

test('at every width, in both schemes and languages', () =>
  everyLook(shop, 'dashboard', '/dashboard', async (page, locale) => {
    await page.locator('ol img').first().waitFor()
    await page.getByRole('button', { name: locale === 'en' ? 'Photos added: As a table' : '新增照片：以表格显示' }).click()
  }))
