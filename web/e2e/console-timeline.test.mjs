// The events of the timeline, in a browser.
import { after, before, beforeEach, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'

let shop, photos
before(async () => {
  shop = await workshop()
  photos = await shop.ask('GET', '/photos?limit=100&sort_by=title&sort_order=asc')
})
after(() => shop?.close())

beforeEach(async () => {
  for (const { id } of await events()) await shop.ask('DELETE', `/timeline/events/${id}`)
})

const events = async () => (await shop.ask('GET', '/timeline')).years.flatMap(({ months }) => months.flatMap((month) => month.events))
const make = (event) => shop.ask('POST', '/timeline/events', event)
const button = (page, name) => page.getByRole('button', { name, exact: true })
const titleField = (page) => page.getByRole('textbox', { name: 'Title', exact: true })

test('events stand by year, the latest first, and one year can be asked for', async () => {
  await make({ title: 'First exhibition', date: '2024-05-31', type: 'exhibition' })
  await make({ title: 'To Lofoten', date: '2026-02-10', type: 'travel', related_photos: [photos[0].id, photos[1].id] })
  await make({ title: 'A prize', date: '2026-06-01', type: 'award' })
  const { context, page, problems } = await shop.enter({}, '/timeline')
  await page.getByText('First exhibition').waitFor()
  assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), ['2026', '2024'])
  const first = page.getByRole('region', { name: '2026' }).getByRole('listitem')
  assert.match((await first.allTextContents()).join(), /A prize.*Jun 1, 2026.*To Lofoten.*Feb 10, 2026 · 2 photos/)
  await page.getByLabel('Year').selectOption('2024')
  await page.getByText('To Lofoten').waitFor({ state: 'detached' })
  assert.match(page.url(), /year=2024/)
  assert.deepEqual(problems, [])
  await context.close()
})

test('an event is made, refused at its fields, with photos in their order, and every field of it changed', async () => {
  const { context, page, problems } = await shop.enter({}, '/timeline')
  await button(page, 'New event').click()
  await button(page, 'Create').click()
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] [aria-invalid=true]').length === 2)
  await titleField(page).fill('旅行')
  await page.getByLabel('Day').fill('2025-12-31')
  await page.getByLabel('Kind').selectOption('Travel')
  await button(page, 'Choose photos…').click()
  for (const { title } of photos.slice(0, 3)) await page.locator('button[aria-pressed]').and(button(page, title)).click()
  await button(page, 'Done choosing').click()
  await button(page, `Move ${photos[2].title} forward`).click()
  await button(page, `Take ${photos[0].title} out`).click()
  await button(page, 'Create').click()
  await page.getByRole('region', { name: '2025' }).getByText('Dec 31, 2025 · 2 photos').waitFor()
  const [made] = await events()
  assert.deepEqual([made.title, made.type, made.related_photos], ['旅行', 'travel', [photos[2].id, photos[1].id]])

  await shop.ask('PUT', `/timeline/events/${made.id}`, { description: 'Written elsewhere' })
  await button(page, 'Edit “旅行”').click()
  await titleField(page).fill('By the sea')
  await page.getByLabel('Day').fill('2024-02-29')
  await page.getByLabel('Kind').selectOption('Exhibition')
  await button(page, 'Save').click()
  await page.getByRole('region', { name: '2024' }).getByText('By the sea').waitFor()
  const [saved] = await events()
  assert.deepEqual([saved.date, saved.type, saved.description], ['2024-02-29', 'exhibition', 'Written elsewhere'], 'only what was changed is sent')
  assert.deepEqual(problems.filter((p) => !p.includes('400')), [])
  await context.close()
})

test('what was typed is not lost by mistake', async () => {
  const { context, page } = await shop.enter({}, '/timeline')
  await button(page, 'New event').click()
  await titleField(page).fill('A prize')
  await page.keyboard.press('Escape')
  await page.getByText('Leave without saving?').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Leave without saving?').waitFor({ state: 'detached' })
  assert.equal(await titleField(page).inputValue(), 'A prize')
  await button(page, 'Cancel').click()
  await button(page, 'Discard the changes').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await context.close()
})

test('deleting asks, and says what becomes of the photos', async () => {
  await make({ title: 'A prize', date: '2026-06-01', related_photos: [photos[3].id] })
  const { context, page } = await shop.enter({}, '/timeline')
  await button(page, 'Delete “A prize”').click()
  await page.getByText('Its 1 photo stays in the library.').waitFor()
  await button(page, 'Delete').click()
  await page.getByText('No events here.').waitFor()
  assert.deepEqual(await events(), [])
  await context.close()
})

test('an editor changes events, and neither makes nor deletes what the role may not', async () => {
  await make({ title: 'A prize', date: '2026-06-01' })
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter({}, '/timeline', 'vivian')
  await button(page, 'Edit “A prize”').waitFor()
  assert.equal(await button(page, 'Delete “A prize”').count(), 0)
  await context.close()
})

test('the list and the form at every width, in both schemes and languages', async () => {
  await make({ title: 'First exhibition', date: '2024-05-31', type: 'exhibition', description: 'Twenty prints at the harbour.' })
  await make({ title: 'To Lofoten', date: '2026-02-10', type: 'travel', related_photos: photos.slice(0, 5).map(({ id }) => id) })
  await make({ title: 'A prize of the society for photographs of weather', date: '2026-06-01', type: 'award' })
  const written = ['First exhibition', 'Twenty prints at the harbour.', 'To Lofoten', 'A prize of the society for photographs of weather', 'autosize measurement']
  await everyLook(shop, 'timeline', '/timeline', (page) => page.getByText('First exhibition').waitFor(), written)
  await everyLook(shop, 'event-form', '/timeline', async (page, locale) => {
    await button(page, locale === 'en' ? 'Edit “To Lofoten”' : '编辑“To Lofoten”').click()
    await button(page, locale === 'en' ? 'Choose photos…' : '选择照片…').click()
    await page.locator('button[aria-pressed] img').first().waitFor()
  }, [...written, ...photos.map(({ title }) => title)])
})
