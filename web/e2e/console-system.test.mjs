// Backups and the cache, in a browser.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, workshop } from './console.mjs'
import { recordTexts } from './texts.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const button = (page, name) => page.getByRole('button', { name, exact: true })

test('a backup is begun, followed to its end, and brought back by commands that can be copied', async () => {
  const { context, page, problems } = await shop.enter({ permissions: ['clipboard-read', 'clipboard-write'] }, '/backups')
  await page.getByText('There is no backup yet.').waitFor()
  await button(page, 'Begin a backup').click()
  await page.getByText('The backup is complete.').waitFor()
  const [backup] = await shop.ask('GET', '/system/backups')
  const row = page.getByRole('listitem').filter({ hasText: backup.name })
  await row.getByText('Complete', { exact: true }).waitFor()
  await row.getByText(`${backup.files} files`).waitFor()
  await row.getByRole('button', { name: /How to bring it back/ }).click()
  const command = page.getByLabel('Then bring this one back:')
  assert.match(await command.inputValue(), new RegExp(`vitrine restore ${backup.directory} --name ${backup.name}$`))
  const shown = await recordTexts(page)
  await button(page, 'Copy').nth(1).click()
  await shown(/^Copied$/)
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await command.inputValue())
  assert.deepEqual(problems, [])
  await context.close()
})

test('a backup that was removed for newer ones says so, and is not to be brought back', async () => {
  const directory = (await shop.ask('GET', '/system/backups'))[0].directory
  shop.server.run('backup', directory, '--keep', '1')
  const [, removed] = await shop.ask('GET', '/system/backups')
  const { context, page, problems } = await shop.enter({}, '/backups')
  const row = page.getByRole('listitem').filter({ hasText: removed.name })
  await row.getByText('Removed', { exact: true }).waitFor()
  await row.getByText(/^Removed on .+, since newer backups took its place/).waitFor()
  assert.equal(await row.getByRole('button').count(), 0)
  assert.deepEqual(problems, [])
  await context.close()
})

test('a running backup says how far it is, and a second one is not begun', async () => {
  const { context, page } = await shop.enter({}, '/account')
  const [backup] = await shop.ask('GET', '/system/backups')
  const pagination = { page: 1, limit: 20, total: 1, total_pages: 1, has_next: false, has_prev: false }
  const running = { ...backup, status: 'running', finished_at: null, files: 3, size: 2_000_000, started_at: new Date().toISOString() }
  await page.route('**/system/backups?*', (route) => route.fulfill({ json: { data: [running], pagination } }))
  await page.getByRole('link', { name: 'Backups' }).click()
  await page.getByText(/% · 3 files, 2 MB/).waitFor()
  const value = Number(await page.getByRole('progressbar').getAttribute('value'))
  assert.ok(value > 0 && value < 1, `${value}`)
  assert.equal(await button(page, 'Begin a backup').isDisabled(), true)
  await context.close()
})

test('the cache is filled, and cleared by part after a question', async () => {
  const { context, page, problems } = await shop.enter({}, '/cache')
  await page.getByRole('checkbox', { name: 'Tag cloud' }).uncheck()
  await button(page, 'Fill the cache').click()
  await page.getByText(/entries ready$/).waitFor()
  await page.getByText('3 ready', { exact: true }).waitFor()
  const kept = async () => (await shop.ask('GET', '/settings/cache/stats')).categories
  const before = await kept()
  assert.ok(before.photos.keys > 1 && before.categories.keys > 1, JSON.stringify(before))
  await page.getByRole('row', { name: `Photos ${before.photos.keys} ` }).waitFor()

  await button(page, 'Photos: Clear…').click()
  await page.getByRole('dialog').getByText(`${before.photos.keys} entries are dropped.`).waitFor()
  await button(page, 'Clear').click()
  await page.getByText(`${before.photos.keys} entries dropped`, { exact: true }).waitFor()
  assert.equal((await kept()).photos.keys, 0)
  assert.ok((await kept()).categories.keys > 1, 'the others stay')
  await page.getByRole('row', { name: 'Photos 0 ' }).waitFor()
  assert.equal(await button(page, 'Photos: Clear…').isDisabled(), true)
  await button(page, 'All: Clear…').click()
  await page.getByRole('dialog').getByText('Clear the whole cache?').waitFor()
  await button(page, 'Clear').click()
  await page.getByRole('row', { name: 'Categories 0 ' }).waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

test('the cache at every width, in both schemes and languages', () =>
  everyLook(shop, 'cache', '/cache', async (page, locale) => {
    await button(page, locale === 'en' ? 'Fill the cache' : '预热缓存').click()
    await page.getByText(locale === 'en' ? '3 ready' : '3 个已就绪').waitFor()
  }))

test('backups at every width, in both schemes and languages', () =>
  everyLook(shop, 'backups', '/backups', (page) => page.locator('li button[aria-expanded]').first().click()))
