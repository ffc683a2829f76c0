// The tags, in a browser.
import { after, before, beforeEach, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'

let shop, photos
before(async () => {
  shop = await workshop()
  photos = (await shop.ask('GET', '/photos?limit=6')).map(({ id }) => id)
})
after(() => shop?.close())

// harbour on three photos, harbor on two, one of them with both, and fog on one
beforeEach(async () => {
  for (const { id } of await tags()) await shop.ask('DELETE', `/tags/${id}`)
  await tag([0, 1, 2], 'harbour')
  await tag([2, 3], 'harbor')
  await tag([4], 'fog')
})

const tag = (places, ...names) =>
  shop.ask('POST', '/photos/batch', { photo_ids: places.map((n) => photos[n]), action: 'add_tags', data: { tags: names } })
const tags = () => shop.ask('GET', '/tags?limit=500&sort_by=name')
const found = async (name) => (await tags()).find((one) => one.name === name)
const button = (page, name) => page.getByRole('button', { name, exact: true })
const row = (page, name) => page.getByRole('table', { name: 'Tags' }).getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const nameField = (page) => page.getByRole('textbox', { name: 'Name', exact: true })
const menu = async (page, name, item) => {
  await button(page, `What to do with ${name}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a search, a group, an order and a page are in the address', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `city ${String(i).padStart(2, '0')}`)
  for (let n = 0; n < names.length; n += 30) await tag([5], ...names.slice(n, n + 30))
  await shop.ask('PUT', `/tags/${(await found('fog')).id}`, { tag_group: 'style' })
  const { context, page, problems } = await shop.enter({}, '/tags?search=harb')
  await row(page, 'harbour').waitFor()
  assert.equal(await page.getByRole('table', { name: 'Tags' }).getByRole('row').count(), 3)
  await page.getByLabel('Search').fill('CITY')
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByLabel('Order').selectOption('By name')
  await button(page, 'Next page').click()
  await row(page, 'city 59').waitFor()
  assert.match(page.url(), /page=2/)
  await page.getByLabel('Group').selectOption({ label: 'Style (1)' })
  await page.getByText('No tag matches.').waitFor()
  await page.getByLabel('Search').fill('')
  await row(page, 'fog').waitFor()
  await page.getByRole('link', { name: 'Photos with fog: 1' }).click()
  await page.getByText('1 photo', { exact: true }).waitFor()
  assert.match(page.url(), /tag=fog/)
  assert.deepEqual(problems, [])
  await context.close()
})

test('a tag is made, refused at its field, and every field of it changed', async () => {
  const { context, page, problems } = await shop.enter({}, '/tags')
  await button(page, 'New tag').click()
  await nameField(page).fill('FOG')
  await button(page, 'Create').click()
  await page.getByText('This is taken already.').waitFor()
  assert.equal(await nameField(page).getAttribute('aria-invalid'), 'true')
  await nameField(page).fill('薄雾')
  await button(page, 'Create').click()
  await row(page, '薄雾').waitFor()

  await menu(page, '薄雾', 'Edit…')
  await nameField(page).fill('Mist')
  await page.getByLabel('Address on the site').fill('mist')
  await page.getByRole('dialog').getByLabel('Group').selectOption('Technique')
  await page.getByLabel('Description').fill('Thinner than fog')
  await page.getByLabel('Featured').check()
  await page.getByLabel('Shown on the site').uncheck()
  await page.getByLabel('Colour', { exact: true }).fill('blue')
  await page.getByLabel('Icon', { exact: true }).fill('cloud')
  await button(page, 'Save').click()
  await page.waitForFunction(() => document.querySelector('[role=dialog] [aria-invalid=true]')?.value === 'blue')
  await page.getByLabel('Colour', { exact: true }).fill('#88aacc')
  await button(page, 'Save').click()
  await row(page, 'Mist').getByText('Hidden').waitFor()
  const saved = await found('Mist')
  assert.deepEqual(
    [saved.slug, saved.tag_group, saved.description, saved.is_featured, saved.is_active, saved.color, saved.icon],
    ['mist', 'technique', 'Thinner than fog', true, false, '#88aacc', 'cloud'],
  )
  assert.deepEqual(problems.filter((p) => !/40[09]/.test(p)), [])
  await context.close()
})

test('several become one, after it is said what will happen', async () => {
  const { context, page, problems } = await shop.enter({}, '/tags')
  await page.getByLabel('Choose harbour').check()
  await page.getByLabel('Choose harbor').check()
  await page.getByLabel('Choose fog').check()
  await page.getByText('3 chosen').waitFor()
  await page.getByLabel('Choose fog').uncheck()
  await button(page, 'Merge…').click()
  const dialog = page.getByRole('dialog', { name: 'Merge 2 tags' })
  await dialog.getByText('2 photos with “harbor” get “harbour”.').waitFor()
  await dialog.getByLabel('harbor (2 photos)').check()
  await dialog.getByText('3 photos with “harbour” get “harbor”.').waitFor()
  await dialog.getByText('One tag is deleted. This cannot be undone.').waitFor()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('One tag merged into “harbor”').waitFor()
  await row(page, 'harbour').waitFor({ state: 'detached' })
  assert.equal((await found('harbor')).usage_count, 4)
  assert.equal(await page.getByText('2 chosen').count(), 0)

  await menu(page, 'fog', 'Merge into another…')
  await page.getByLabel('Into which tag?').fill('harb')
  await page.getByLabel('harbor (4 photos)').check()
  await page.getByText('1 photo with “fog” gets “harbor”.').waitFor()
  await button(page, 'Merge').click()
  await row(page, 'fog').waitFor({ state: 'detached' })
  assert.equal((await found('harbor')).usage_count, 5)
  assert.deepEqual(problems, [])
  await context.close()
})

test('deleting says how many photos lose the tag', async () => {
  const { context, page } = await shop.enter({}, '/tags')
  await menu(page, 'harbour', 'Delete…')
  await page.getByRole('dialog').getByText('harbour: 3 photos lose it').waitFor()
  await button(page, 'Delete').click()
  await row(page, 'harbour').waitFor({ state: 'detached' })
  await page.getByLabel('All on this page').check()
  await button(page, 'Delete…').click()
  await page.getByRole('dialog').getByText('Delete 2 tags?').waitFor()
  await button(page, 'Delete').click()
  await page.getByText('No tags yet.').waitFor()
  assert.equal((await shop.ask('GET', '/photos?limit=100')).length, 14)
  await context.close()
})

test('trends are a table, over the time that is asked for', async () => {
  const { context, page } = await shop.enter({}, '/tags')
  const trends = page.getByRole('table', { name: 'Trends' })
  await trends.getByRole('cell', { name: 'harbour' }).waitFor()
  assert.deepEqual(await trends.getByRole('row').nth(1).getByRole('cell').allTextContents(), ['harbour', '3', '3'])
  await page.getByLabel('Time').selectOption('The last 365 days')
  await trends.getByRole('cell', { name: 'fog' }).waitFor()
  await context.close()
})

test('an editor makes tags, and is not offered more', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter({}, '/tags', 'vivian')
  await row(page, 'fog').waitFor()
  assert.equal(await page.getByRole('checkbox').count() + await page.getByRole('button', { name: /What to do/ }).count(), 0)
  await button(page, 'New tag').click()
  await nameField(page).fill('night')
  await button(page, 'Create').click()
  await row(page, 'night').waitFor()
  await context.close()
})

test('the table and the dialogs at every width, in both schemes and languages', async () => {
  await tag([0, 1, 2, 3, 4, 5], 'a very long name of a tag that has to break somewhere on a phone')
  await tag([1, 3], 'Ålesund', '夜景')
  await shop.ask('PUT', `/tags/${(await found('fog')).id}`, { is_active: false, tag_group: 'style' })
  await shop.ask('PUT', `/tags/${(await found('夜景')).id}`, { is_featured: true, tag_group: 'technique' })
  const names = (await tags()).map(({ name }) => name)
  await everyLook(shop, 'tags', '/tags', async (page, locale) => {
    await page.getByLabel(locale === 'en' ? 'Choose fog' : '选择fog').check()
    await page.getByLabel(locale === 'en' ? 'Choose harbor' : '选择harbor').check()
  }, names)
  await everyLook(shop, 'tag-merge', '/tags', async (page, locale) => {
    await page.getByLabel(locale === 'en' ? 'All on this page' : '全选本页').check()
    await button(page, locale === 'en' ? 'Merge…' : '合并…').click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
  }, names)
  await everyLook(shop, 'tag-form', '/tags', async (page, locale) => {
    await button(page, locale === 'en' ? 'New tag' : '新建标签').click()
    await page.getByRole('dialog').locator('textarea').first().waitFor()
  }, [...names, 'autosize measurement'])
})

test('deleting and merging that are cut short say how far they came, and go on; the focus goes to the next tag', async () => {
  const names = ['zz one', 'zz two', 'zz three', 'zz four']
  for (const name of names) await shop.ask('POST', '/tags', { name })
  const { context, page } = await shop.enter({}, '/tags?search=zz')
  await page.getByRole('checkbox', { name: 'Choose zz one' }).check()
  await page.getByRole('checkbox', { name: 'Choose zz two' }).check()
  await page.getByRole('checkbox', { name: 'Choose zz three' }).check()
  let asked = 0
  const failure = { success: false, code: 500, message: 'No.', error: { type: 'INTERNAL_SERVER_ERROR' }, meta: { request_id: 'x' } }
  await page.route('**/merge', (route) => (++asked === 2 ? route.fulfill({ status: 500, json: failure }) : route.continue()))
  await page.getByRole('button', { name: 'Merge…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('1 of 2 done').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText(/2 tags merged into/).waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('tbody tr'))

  await page.getByRole('checkbox', { name: 'All on this page' }).check()
  let removed = 0
  await page.route('**/v1/tags/*', (route) => (route.request().method() === 'DELETE' && ++removed === 2 ? route.fulfill({ status: 500, json: failure }) : route.continue()))
  await page.getByRole('button', { name: 'Delete…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('One tag is still to do.').waitFor()
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  await page.getByText('No tag matches.').waitFor()
  await context.close()
})
