// The share links of the console: made from chosen photos, changed, ended, and
// what their visitors marked.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { everyLook, workshop } from './console.mjs'
import { recordTexts } from './texts.mjs'

let shop, photos
before(async () => {
  shop = await workshop()
  photos = await shop.ask('GET', '/photos?limit=3&sort_by=title&sort_order=asc')
})
after(() => shop?.close())

const button = (page, name) => page.getByRole('button', { name, exact: true })
const makeShare = (body) => shop.ask('POST', '/shares', { title: 'Wedding', photo_ids: photos.map(({ id }) => id), ...body })

test('a link is made from chosen photos, past a refusal at its field, and leads to them', async () => {
  const { context, page, problems } = await shop.enter({ permissions: ['clipboard-read', 'clipboard-write'] }, '/?sort_by=title&sort_order=asc')
  await page.locator('[role=option] img').first().waitFor()
  await page.locator('[role=option]').nth(0).click()
  await page.locator('[role=option]').nth(1).click({ modifiers: ['Shift'] })
  await button(page, 'Share…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Share 2 photos').waitFor()
  await dialog.getByLabel('Title').fill('For Ada')
  await dialog.getByLabel('Password').fill('five')
  await button(dialog, 'Make the link').click()
  await page.waitForFunction(() => document.querySelector('[role=dialog] [aria-invalid=true]'))
  assert.equal(await dialog.getByLabel('Password').getAttribute('aria-invalid'), 'true')
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'For Ada', 'what was typed stays')
  await dialog.getByLabel('Password').fill('copper beech')
  await button(dialog, 'Make the link').click()
  await dialog.getByText('The link is ready').waitFor()
  const shown = await recordTexts(page)
  await button(dialog, 'Copy the link').click()
  await shown(/^Copied$/)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/s\//)
  assert.match(await (await fetch(link)).text(), /type="password"/, 'it asks for the password')

  await button(dialog, 'Done').click()
  await page.getByRole('link', { name: 'Share links' }).click()
  await page.getByText('2 photos · with a password').waitFor()
  assert.deepEqual(problems.filter((text) => !text.includes('400')), [])
  await context.close()
})

test('a link is made from the screen too, of photos that are looked for there', async () => {
  const { context, page, problems } = await shop.enter({}, '/shares')
  await button(page, 'New link').click()
  const dialog = page.getByRole('dialog')
  assert.ok(await button(dialog, 'Continue').isDisabled())
  await dialog.getByLabel('Search').fill(photos[2].title)
  await button(dialog, photos[2].title).click()
  await dialog.getByLabel('Search').fill(photos[0].title)
  await button(dialog, photos[0].title).click()
  await dialog.getByText('2 chosen').waitFor()
  await button(dialog, 'Continue').click()
  await dialog.getByLabel('Title').fill('Two of a kind')
  await button(dialog, 'Cancel').click()
  await page.getByText('What you changed here is not saved yet.').waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabel('Title').press('Enter')
  await dialog.getByText('The link is ready').waitFor()
  const [made] = await shop.ask('GET', '/shares?limit=1')
  const { title, photo_ids: ids } = await shop.ask('GET', `/shares/${made.id}`)
  assert.deepEqual([title, ids], ['Two of a kind', [photos[2].id, photos[0].id]], 'in the order of choosing')
  assert.deepEqual(problems, [])
  await context.close()
})

test('a link is changed, also after someone else has, and deleted by its name', async () => {
  const share = await makeShare({ title: 'Draft of a wedding', password: 'copper beech' })
  const { context, page } = await shop.enter({}, '/shares')
  await button(page, 'Edit “Draft of a wedding”').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Wedding of Ada')
  await dialog.getByLabel('Take the password off').check()
  await shop.ask('PUT', `/shares/${share.id}`, { allow_download: true, title: 'A wedding' })
  await button(dialog, 'Save').click()
  await dialog.getByText('Someone else has changed this meanwhile.').waitFor()
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Wedding of Ada')
  await button(dialog, 'Take theirs').click()
  assert.ok(await dialog.getByLabel('Visitors may download the originals').isChecked())
  await dialog.getByLabel('Title').fill('Wedding of Ada')
  await dialog.getByLabel('Take the password off').check()
  await dialog.getByLabel('Ends').fill('2020-01-01T00:00')
  await button(dialog, 'Save').click()
  await page.getByText('Ended', { exact: true }).waitFor()
  const now = await shop.ask('GET', `/shares/${share.id}`)
  assert.deepEqual([now.title, now.has_password, now.allow_download], ['Wedding of Ada', false, true])

  await button(page, 'Delete “Wedding of Ada”').click()
  await dialog.getByText('Delete the link “Wedding of Ada”?').waitFor()
  await button(dialog, 'Delete').click()
  await page.getByText('The link is deleted.').waitFor()
  await page.getByText('Wedding of Ada').waitFor({ state: 'detached' })
  await context.close()
})

test('what visitors marked is seen, by visitor and all together, tagged, and taken elsewhere as a list', async () => {
  const share = await makeShare({ title: 'Proofs', allow_picks: true })
  const { context, page, problems } = await shop.enter({ permissions: ['clipboard-read', 'clipboard-write'] }, '/shares')
  await pickFirst(share.url)
  await pickFirst(share.url)
  await page.reload()
  await page.getByRole('link', { name: '2 picks', exact: true }).click()
  await page.getByRole('heading', { name: 'Proofs' }).waitFor()
  await page.getByRole('heading', { level: 2, name: /^Visitor/ }).nth(1).waitFor()
  const drawn = (page, count) => page.waitForFunction((count) => {
    const images = [...document.querySelectorAll('main img')]
    return images.length === count && images.every((image) => image.naturalWidth > 0)
  }, count)
  await drawn(page, 2)
  await page.getByLabel('Picked by').selectOption('anyone')
  await page.waitForURL(/by=anyone/)
  await page.getByText(/^Visitor \d+, Visitor \d+$/).waitFor()
  await drawn(page, 1) // each photo once

  await page.getByRole('button', { name: /^Choose all/ }).click()
  await page.getByText('1 chosen').waitFor()
  const dialog = page.getByRole('dialog')
  const addTag = async (name, nth) => {
    await button(page, 'Tags').click()
    await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).first().fill(name)
    await page.keyboard.press('Enter')
    await button(dialog, 'Add').click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('1 photo changed').nth(nth).waitFor()
  }
  const tagsNow = async () => (await shop.ask('GET', `/photos/${photos[0].id}`)).tags.map(({ name }) => name)
  await addTag('chosen by guests', 0)
  assert.ok((await tagsNow()).includes('chosen by guests'))
  await addTag('on second thought', 1)
  await button(page, 'Undo').last().click()
  await page.getByText('1 photo taken back').waitFor()
  const left = await tagsNow()
  assert.deepEqual([left.includes('chosen by guests'), left.includes('on second thought')], [true, false], 'only the last change is taken back')

  const take = async (item) => {
    await button(page, 'Take the list').click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const { file_info: file } = await shop.ask('GET', `/photos/${photos[0].id}`)
  await take('Copy the names for Lightroom')
  await page.getByText('1 file name copied').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), file.original_filename.replace(/\.\w+$/, ''))
  const saved = async (item) => {
    const [download] = await Promise.all([page.waitForEvent('download'), take(item)])
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')]
  }
  assert.deepEqual(await saved('Save the names as a text'), ['Proofs.txt', `${file.original_filename}\n`])
  const [name, table] = await saved('Download for spreadsheets')
  assert.equal(name, 'Proofs.csv')
  assert.match(table, new RegExp(photos[0].title))
  assert.deepEqual(problems, [])
  await context.close()
})

test('photos are put in and taken out; the link stays, and picks of what left are told of', async () => {
  const share = await makeShare({ title: 'Changing', allow_picks: true })
  await pickFirst(share.url)
  const { context, page, problems } = await shop.enter({}, '/shares')
  await button(page, 'Photos of “Changing”').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img').nth(2).waitFor()
  await button(dialog, `Take ${photos[0].title} out`).click()
  await dialog.getByText('One of those taken out is picked.').waitFor()
  await button(dialog, `Move ${photos[2].title} forward`).click()
  const [other] = (await shop.ask('GET', '/photos?limit=10&sort_by=title&sort_order=desc')).filter(({ id }) => !photos.some((p) => p.id === id))
  await button(dialog, 'Choose photos…').click()
  await dialog.getByLabel('Search').fill(other.title)
  await button(dialog, other.title).click()
  await button(dialog, 'Save').click()
  await page.getByText('The link shows 3 photos now.').waitFor()
  const now = await shop.ask('GET', `/shares/${share.id}`)
  assert.deepEqual(now.photo_ids, [photos[2].id, photos[1].id, other.id])
  assert.equal(now.url, share.url)

  await page.goto(new URL(`/admin/shares/${share.id}`, page.url()).href)
  await page.getByText('No longer in the link', { exact: true }).waitFor()
  await page.getByText('One of the photos is no longer in the link.').waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

// pickFirst marks the first photo of a share, as a visitor of its own.
async function pickFirst(url) {
  const context = await shop.openVisitor()
  const page = await context.newPage()
  await page.goto(new URL(url, shop.server.url).href)
  const answered = page.waitForResponse((r) => r.request().method() === 'POST') // the heart is shown before
  await page.locator('button[aria-pressed=false]').first().click()
  await answered
  await page.locator('button[aria-pressed=true]').first().waitFor()
  await context.close()
}

test('the screens look right in every width, scheme and language', async () => {
  const share = await makeShare({ title: 'Portraits', allow_picks: true, password: 'copper beech', expires_at: '2099-05-01T10:00:00Z' })
  await everyLook(shop, 'shares', '/shares', (page) => page.getByText('Portraits').waitFor())
  await everyLook(shop, 'no-picks', `/shares/${share.id}`, (page) => page.getByRole('heading', { name: 'Portraits' }).waitFor())
  await shop.ask('PUT', `/shares/${share.id}`, { password: null })
  await pickFirst(share.url)
  await shop.ask('PUT', `/shares/${share.id}`, { photo_ids: photos.slice(1).map(({ id }) => id) })
  await pickFirst(share.url)
  await everyLook(shop, 'picks', `/shares/${share.id}`, async (page) => {
    await page.locator('main img').nth(1).waitFor()
    await page.locator('main [aria-pressed]').first().click()
  })
  await everyLook(shop, 'photos-of-share', '/shares', async (page) => {
    await page.locator('main li').first().locator('button').nth(2).click()
    await page.getByRole('dialog').locator('img').nth(1).waitFor()
    await page.getByRole('dialog').locator('li button').nth(2).click()
  })
  await everyLook(shop, 'share-photos', '/shares', async (page) => {
    await page.locator('h1 + button').click()
    await page.getByRole('dialog').locator('img').nth(1).waitFor()
    await page.getByRole('dialog').locator('[aria-pressed]').nth(1).click()
  })
  await everyLook(shop, 'share', '/shares', async (page) => {
    await page.locator('main li button').nth(1).click()
    await page.getByRole('dialog').locator('input').first().waitFor()
  })
})
