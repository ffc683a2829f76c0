// The settings, in a browser.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const button = (page, name) => page.getByRole('button', { name, exact: true })
const settings = () => shop.ask('GET', '/settings')

test('settings are changed, refused at the field, saved, and given their defaults one by one and together', async () => {
  const { context, page, problems } = await shop.enter({}, '/settings')
  await page.getByLabel('Site title', { exact: true }).fill('Light and Shade')
  await page.getByLabel('JPEG quality', { exact: true }).fill('900')
  await page.getByLabel('Largest file', { exact: true }).fill('1.5')
  await page.getByText('3 not saved').waitFor()
  await button(page, 'Save').click()
  await page.getByText('1 setting is not accepted').waitFor()
  const field = page.getByLabel('JPEG quality', { exact: true })
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  const described = (await field.getAttribute('aria-describedby')).split(' ').map((id) => `[id="${id}"]`).join()
  assert.match((await page.locator(described).allTextContents()).join(), /between 1 and 100/)
  assert.equal((await settings()).general.site_title, 'Portfolio', 'all or none')

  await field.fill('90')
  await button(page, 'Save').click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const saved = await settings()
  assert.deepEqual([saved.general.site_title, saved.image.quality_jpg, saved.upload.max_file_size], ['Light and Shade', 90, 1572864])

  await button(page, 'Back to the default: JPEG quality').click()
  await button(page, 'Save').click()
  await button(page, 'Back to the default: JPEG quality').waitFor({ state: 'detached' })
  await page.getByText('1 not saved').waitFor({ state: 'detached' })
  assert.equal((await settings()).image.quality_jpg, 85)
  await button(page, 'Reset all…').click()
  await page.getByRole('dialog').getByText('Site title, Largest file').waitFor()
  await button(page, 'Reset').click()
  await page.getByText('The defaults are back.').waitFor()
  assert.equal((await settings()).general.site_title, 'Portfolio')
  assert.deepEqual(problems.filter((p) => !p.includes('400')), [])
  await context.close()
})

test('what is not saved is not left by mistake', async () => {
  const { context, page } = await shop.enter({}, '/settings')
  await page.getByLabel('Photographer', { exact: true }).fill('Vivian')
  await page.getByRole('link', { name: 'Photos' }).click()
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
  await button(page, 'Cancel').click()
  assert.equal(await page.getByLabel('Photographer', { exact: true }).inputValue(), 'Vivian')
  await page.getByRole('link', { name: 'Photos' }).click()
  await button(page, 'Discard the changes').click()
  await page.getByRole('heading', { name: 'Photos' }).waitFor()
  await context.close()
})

test('two people at once: the second is told, keeps what was typed, and decides', async () => {
  const { context, page } = await shop.enter({}, '/settings')
  await page.getByLabel('Photographer', { exact: true }).fill('Vivian')
  await page.getByLabel('Keywords', { exact: true }).fill('street')
  await shop.ask('PUT', '/settings', { site_author: 'Ansel', site_email: 'a@example.com' })
  await button(page, 'Save').click()
  await page.getByText('Someone else has changed the settings meanwhile.').waitFor()
  await page.getByText('Both of you changed: Photographer.').waitFor()
  assert.equal(await page.getByLabel('Photographer', { exact: true }).inputValue(), 'Vivian')
  assert.equal(await page.getByLabel('Contact address', { exact: true }).inputValue(), 'a@example.com')
  await button(page, 'Save').click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await settings()).general.site_author, 'Vivian')
  await shop.ask('POST', '/settings/reset', { confirm: true })
  await context.close()
})

test('colours say where they can be read', async () => {
  const { context, page } = await shop.enter({}, '/settings')
  await page.getByLabel('Main colour', { exact: true }).fill('#fff')
  await page.getByText('Light ground: 1:1, too faint to be used').waitFor()
  await page.getByText('Dark ground: 18.7:1, used').waitFor()
  await context.close()
})

test('an editor is not shown the settings', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter({}, '/settings', 'vivian')
  await page.getByRole('alert').getByText('settings.update').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0)
  await context.close()
})

test('at every width, in both schemes and languages', () =>
  everyLook(shop, 'settings', '/settings', async (page, locale) => {
    await page.getByLabel(locale === 'en' ? 'Site title' : '网站标题', { exact: true }).fill('Light and Shade')
  }, ['JPEG', 'PNG', 'WebP', 'AVIF', 'HEIC', 'TIFF', 'GIF', 'MiB']))
