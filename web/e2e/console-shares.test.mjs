// The share links of the console: made from chosen photos, changed, ended, and
// what their visitors marked.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { everyLook, workshop } from './console.mjs'

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
  await button(dialog, 'Copy the link').click()
  await dialog.getByText('Copied').waitFor()
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

test('what visitors marked is shown by visitor, and saved for spreadsheets', async () => {
  const share = await makeShare({ title: 'Proofs', allow_picks: true })
  const { context, page, problems } = await shop.enter({}, '/shares')
  await pickFirst(share.url)
  await page.reload()
  await page.getByRole('link', { name: '1 pick', exact: true }).click()
  await page.getByRole('heading', { name: 'Proofs' }).waitFor()
  await page.getByRole('heading', { level: 2 }).waitFor()
  await page.getByText(photos[0].title, { exact: true }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download for spreadsheets').click()])
  assert.equal(download.suggestedFilename(), 'Proofs.csv')
  assert.match(await readFile(await download.path(), 'utf8'), new RegExp(photos[0].title))
  assert.deepEqual(problems, [])
  await context.close()
})

// pickFirst marks the first photo of a share, as its visitor.
async function pickFirst(url) {
  const { context, page } = await shop.enter()
  await page.goto(new URL(url, page.url()).href)
  await page.locator('button[aria-pressed=false]').first().click()
  await page.locator('button[aria-pressed=true]').first().waitFor()
  await context.close()
}

test('the screens look right in every width, scheme and language', async () => {
  const share = await makeShare({ title: 'Portraits', allow_picks: true, password: 'copper beech', expires_at: '2099-05-01T10:00:00Z' })
  await everyLook(shop, 'shares', '/shares', (page) => page.getByText('Portraits').waitFor())
  await everyLook(shop, 'picks', `/shares/${share.id}`, (page) => page.getByRole('heading', { name: 'Portraits' }).waitFor())
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
