// The tree of categories, in a browser.
import { after, before, beforeEach, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, workshop } from './console.mjs'
import { turn } from './waiting.mjs'

let shop, made
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

// Nature ─ Coasts ─ Cliffs, Forests    Towns
beforeEach(async () => {
  await clear()
  made = {}
  for (const [name, parent] of [['Nature'], ['Coasts', 'Nature'], ['Cliffs', 'Coasts'], ['Forests', 'Nature'], ['Towns']]) {
    made[name] = (await shop.ask('POST', '/categories', { name, parent_id: made[parent] ?? null })).id
  }
})

async function clear() {
  const categories = await list()
  for (const { id } of categories.reverse()) await shop.ask('DELETE', `/categories/${id}`)
}

const list = async () => (await shop.ask('GET', '/categories')).categories
const outline = async () => (await list()).map(({ path }) => path)
const button = (page, name) => page.getByRole('button', { name, exact: true })
const row = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name} `) })
const nameField = (page) => page.getByRole('textbox', { name: 'Name', exact: true })
const menu = async (page, name, item) => {
  await button(page, `What to do with ${name}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

// drag takes a row by the mouse to a part of another one: 0 is its upper edge, 1 its lower.
async function drag(page, from, to, part) {
  const [start, end] = [await row(page, from).boundingBox(), await row(page, to).boundingBox()]
  const x = end.x + 200
  const y = end.y + end.height * part
  await page.mouse.move(start.x + 200, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, y - 4, { steps: 4 })
  await page.mouse.move(x, y, { steps: 2 })
  await turn(page)
  await page.mouse.up()
}

describe('moving', () => {
  test('by drag: beside another, and into it; the new place is announced, and can be taken back', async () => {
    const { context, page, problems } = await shop.enter({}, '/categories')
    await drag(page, 'Towns', 'Nature', 0.05)
    await page.getByRole('status').getByText('“Towns” is now at the top, place 1 of 2.').waitFor()
    assert.deepEqual(await outline(), ['towns', 'nature', 'nature/coasts', 'nature/coasts/cliffs', 'nature/forests'])
    await button(page, 'Undo').click()
    await page.getByText('“Towns” is now at the top, place 2 of 2.').waitFor()

    await drag(page, 'Towns', 'Coasts', 0.5)
    await page.getByRole('status').getByText('“Towns” is now in “Coasts”, place 2 of 2.').waitFor()
    assert.deepEqual(await outline(), ['nature', 'nature/coasts', 'nature/coasts/cliffs', 'nature/coasts/towns', 'nature/forests'])
    assert.equal(await row(page, 'Towns').getAttribute('aria-level'), '3')
    assert.deepEqual(problems, [])
    await context.close()
  })

  test('nothing is dropped on what is below it', async () => {
    const { context, page } = await shop.enter({}, '/categories')
    const before = await outline()
    const writes = []
    page.on('request', (r) => r.method() === 'PUT' && writes.push(r.url()))
    await drag(page, 'Nature', 'Cliffs', 0.5)
    await menu(page, 'Nature', 'Move to…')
    const offered = await page.getByLabel('Into').locator('option').allTextContents()
    assert.deepEqual(offered.map((text) => text.trim()), ['No other: at the top', 'Towns'])
    assert.deepEqual([writes, await outline()], [[], before])
    await context.close()
  })

  test('by keys, the focus staying where it is', async () => {
    const { context, page, problems } = await shop.enter({}, '/categories')
    await row(page, 'Nature').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('“Towns” is now at the top, place 1 of 2.').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement.querySelector('p').textContent), 'Towns')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('“Towns” is now at the top, place 2 of 2.').waitFor()
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByText('“Towns” is now in “Nature”, place 3 of 3.').waitFor()
    await page.keyboard.press('Alt+ArrowLeft')
    await page.getByText('“Towns” is now at the top, place 2 of 2.').nth(1).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement.querySelector('p').textContent), 'Towns')

    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await page.getByRole('treeitem').count(), 2)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.evaluate(() => document.activeElement.querySelector('p').textContent), 'Coasts')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Edit “Coasts”' }).waitFor()
    assert.deepEqual(problems, [])
    await context.close()
  })

  test('by the menu', async () => {
    const { context, page } = await shop.enter({}, '/categories')
    await menu(page, 'Cliffs', 'Move out')
    await page.getByText('“Cliffs” is now in “Nature”, place 2 of 3.').waitFor()
    await menu(page, 'Cliffs', 'Move to…')
    await page.getByLabel('Into').selectOption({ label: 'No other: at the top' })
    await page.getByLabel('Position').selectOption({ label: 'Before “Towns”' })
    await button(page, 'Move').click()
    await page.getByText('“Cliffs” is now at the top, place 2 of 3.').waitFor()
    assert.deepEqual(await outline(), ['nature', 'nature/coasts', 'nature/forests', 'cliffs', 'towns'])
    await context.close()
  })

  test('what the server refuses goes back to its place', async () => {
    const { context, page } = await shop.enter({}, '/categories')
    let release
    const held = new Promise((resolve) => { release = resolve })
    await page.route(`**/v1/categories/${made.Towns}/position`, async (route) => {
      await held
      await route.fulfill({ status: 500, json: { success: false, code: 500, message: 'Broken.', error: { type: 'INTERNAL_SERVER_ERROR' }, meta: {} } })
    })
    const names = () => page.getByRole('treeitem').evaluateAll((rows) => rows.map((r) => r.querySelector('p').textContent))
    await row(page, 'Towns').press('Alt+ArrowUp')
    await page.waitForFunction(() => document.querySelector('[role=treeitem] p').textContent === 'Towns')
    release()
    await page.getByText('The category stays where it was.').waitFor()
    await page.waitForFunction(() => document.querySelector('[role=treeitem] p').textContent === 'Nature')
    assert.deepEqual(await names(), ['Nature', 'Coasts', 'Cliffs', 'Forests', 'Towns'])
    await context.close()
  })
})

describe('writing', () => {
  test('a category is made, refused at its field, and every field of it changed', async () => {
    const { context, page, problems } = await shop.enter({}, '/categories')
    await menu(page, 'Coasts', 'New category in it…')
    await button(page, 'Create').click()
    await page.waitForFunction(() => document.querySelector('[role=dialog] input[aria-invalid=true]'))
    await nameField(page).fill('海港')
    await page.getByLabel('Address on the site').fill('towns')
    await button(page, 'Create').click()
    await page.getByText('This is taken already.').waitFor()
    assert.equal(await page.getByLabel('Address on the site').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Address on the site').fill('harbours')
    await button(page, 'Create').click()
    await page.getByText('“海港” is saved.').waitFor()
    assert.deepEqual((await outline()).slice(0, 4), ['nature', 'nature/coasts', 'nature/coasts/cliffs', 'nature/coasts/harbours'])

    await menu(page, '海港', 'Edit…')
    await nameField(page).fill('Harbours')
    await page.getByLabel('Description', { exact: true }).fill('Boats')
    await page.getByLabel('Into').selectOption({ label: 'No other: at the top' })
    await page.getByLabel('Featured').check()
    await page.getByLabel('Shown on the site').uncheck()
    await page.getByLabel('Colour', { exact: true }).fill('#0369a1')
    await page.getByLabel('Icon', { exact: true }).fill('anchor')
    await page.getByLabel('Title for search engines').fill('Photographs of harbours')
    await page.getByLabel('Description for search engines').fill('From Porto to Qingdao.')
    await button(page, 'Save').click()
    await page.getByText('“Harbours” is saved.').waitFor()
    const saved = (await list()).find(({ slug }) => slug === 'harbours')
    assert.deepEqual(
      [saved.name, saved.description, saved.parent_id, saved.is_featured, saved.is_active, saved.color, saved.icon, saved.seo_title, saved.seo_description],
      ['Harbours', 'Boats', null, true, false, '#0369a1', 'anchor', 'Photographs of harbours', 'From Porto to Qingdao.'],
    )
    await row(page, 'Harbours').getByText('Hidden').waitFor()
    assert.deepEqual(problems.filter((p) => !/40[09]/.test(p)), [])
    await context.close()
  })

  test('when two change one category both changes stand; what was typed is not lost by mistake', async () => {
    const { context, page } = await shop.enter({}, '/categories')
    await row(page, 'Towns').dblclick()
    await nameField(page).fill('Cities')
    await page.keyboard.press('Escape')
    await page.getByText('Leave without saving?').waitFor()
    await button(page, 'Cancel').last().click()
    await shop.ask('PUT', `/categories/${made.Towns}`, { description: 'Theirs' })
    await button(page, 'Save').click()
    await page.getByText('“Cities” is saved.').waitFor()
    const saved = (await list()).find(({ id }) => id === made.Towns)
    assert.deepEqual([saved.name, saved.description], ['Cities', 'Theirs'], 'only what was changed is sent')
    await context.close()
  })

  test('a cover is chosen among the photos of the category, and taken away', async () => {
    const photos = await shop.ask('GET', '/photos?limit=2&sort_by=title&sort_order=asc')
    await shop.ask('POST', `/categories/${made.Towns}/photos`, { photo_ids: photos.map(({ id }) => id) })
    const { context, page, problems } = await shop.enter({}, '/categories')
    await row(page, 'Towns').getByText('2 photos').waitFor()
    await menu(page, 'Towns', 'Cover…')
    await page.getByRole('dialog').getByRole('button', { name: photos[1].title }).waitFor()
    assert.equal(await page.getByRole('dialog').locator('button[aria-pressed]').count(), 2)
    await page.getByRole('dialog').getByRole('button', { name: photos[1].title }).click()
    await row(page, 'Towns').locator('img').waitFor()
    assert.equal((await list()).find(({ id }) => id === made.Towns).cover_photo.id, photos[1].id)
    await menu(page, 'Towns', 'Cover…')
    await button(page, 'No cover').click()
    await row(page, 'Towns').locator('img').waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
    await context.close()
  })

  test('deleting says what becomes of photos and of the categories below', async () => {
    const photos = await shop.ask('GET', '/photos?limit=3')
    await shop.ask('POST', `/categories/${made.Forests}/photos`, { photo_ids: photos.map(({ id }) => id) })
    const { context, page } = await shop.enter({}, '/categories')
    await menu(page, 'Nature', 'Delete…')
    await page.getByRole('dialog').getByText('Move or delete these first: Coasts, Forests.').waitFor()
    await button(page, 'Close').last().click()
    await row(page, 'Forests').press('Delete')
    await page.getByText('Its 3 photos stay in the library, without this category.').waitFor()
    await button(page, 'Delete').click()
    await page.getByText('“Forests” is deleted.').waitFor()
    await row(page, 'Forests').waitFor({ state: 'detached' })
    assert.equal((await shop.ask('GET', '/photos?limit=100')).length, 14)
    await context.close()
  })
})

test('an editor is not shown the categories', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password: 'a long enough password', role: 'editor' })
  const { context, page } = await shop.enter({}, '/categories', 'vivian')
  await page.getByRole('alert').getByText('category.update').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Categories' }).count(), 0)
  await context.close()
})

describe('at every width, in both schemes and languages', () => {
  const names = ['Nature', 'Coasts', 'Cliffs', 'Forests', 'Towns']
  const dress = async () => {
    const photos = (await shop.ask('GET', '/photos?limit=12')).map(({ id }) => id)
    await shop.ask('POST', `/categories/${made.Cliffs}/photos`, { photo_ids: photos.slice(0, 8) })
    await shop.ask('POST', `/categories/${made.Forests}/photos`, { photo_ids: photos.slice(5, 12) })
    await shop.ask('PUT', `/categories/${made.Cliffs}/cover`, { photo_id: photos[0] })
    await shop.ask('PUT', `/categories/${made.Nature}`, { cover_photo_id: photos[4], is_featured: true })
    await shop.ask('PUT', `/categories/${made.Towns}`, { is_active: false })
  }

  test('the tree', async () => {
    await dress()
    await everyLook(shop, 'categories', '/categories', (page) => row(page, 'Cliffs').waitFor(), names)
  })

  test('a form', async () => {
    await everyLook(shop, 'category-form', '/categories', async (page) => {
      await row(page, 'Towns').press('Enter')
      await page.getByRole('dialog').locator('textarea').first().fill('Streets and squares')
    }, ['Streets and squares', 'autosize measurement', ...names, ...names.map((name) => '\u2003'.repeat(name === 'Cliffs' ? 2 : 1) + name)])
  })

  test('the choice of a cover', async () => {
    await dress()
    const titles = (await shop.ask('GET', '/photos?limit=100')).map(({ title }) => title)
    await everyLook(shop, 'category-cover', '/categories', async (page, locale) => {
      await button(page, locale === 'en' ? 'What to do with Forests' : 'Forests的操作').click()
      await page.getByRole('menuitem', { name: locale === 'en' ? 'Cover…' : '封面…' }).click()
      await page.getByRole('dialog').locator('button[aria-pressed]').first().waitFor()
    }, [...names, ...titles])
  })
})
