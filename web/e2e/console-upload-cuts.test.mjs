// Uploading in a browser, when the network, the server, the file, the session or the
// page goes away meanwhile.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { password, workshop } from './console.mjs'
import { empty } from './server.mjs'
import { recordTexts } from './texts.mjs'
import { button, choose, controlClock, mebibyte, openFiles, openLine, patiently, piece, row, said } from './uploads.mjs'

let shop
const { photograph, remove } = openFiles()
before(async () => {
  shop = await workshop({ fixture: empty })
})
after(async () => {
  await shop?.close()
  remove()
})

const photos = (query = '') => shop.ask('GET', `/photos?limit=100${query}`)
const onceEach = (counts, pieces) => assert.deepEqual([...counts.values()], Array(pieces).fill(1))
const ofNetwork = /net::ERR|Failed to load resource/
const seconds = (page) => page.getByText(/It goes on by itself in \d+ s/).first().waitFor(patiently)

test('a large file is paused, left with a warning, and goes on after a reload with the piece that is missing', async () => {
  const { context, page, problems } = await shop.enter({}, '/upload')
  const line = await openLine(page, 2)
  const large = photograph('large.jpg', 30 * mebibyte)
  await choose(page, large)
  await line.arrived(2)
  await row(page, 'large.jpg').getByRole('progressbar').waitFor(patiently)
  await line.stuck()
  await button(page, 'Pause large.jpg').click()
  await said(page, 'large.jpg', 'Paused')
  const begun = line.begun()
  await line.admit(1)
  await choose(page, photograph('meanwhile.jpg'))
  await said(page, 'meanwhile.jpg', 'Done')
  assert.equal(line.begun(), begun, 'nothing of a paused file is sent')
  await button(page, 'Go on with large.jpg').click()
  await line.arrived(3)

  const asked = page.waitForEvent('dialog', patiently)
  const reloaded = page.reload(patiently)
  const dialog = await asked
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.accept()
  await reloaded
  await line.open()
  await said(page, 'large.jpg', 'Choose or drop this file again to go on.')
  await choose(page, large)
  await said(page, 'large.jpg', 'Done')
  onceEach(line.counts, Math.ceil((30 * mebibyte) / piece))
  assert.deepEqual(problems.filter((p) => !ofNetwork.test(p)), [])
  await context.close()
})

test('a cut of the network ends by itself', async () => {
  const { context, page } = await shop.enter({}, '/upload')
  const shown = await recordTexts(page)
  const line = await openLine(page, 1)
  await choose(page, photograph('cut.jpg', 20 * mebibyte), photograph('small.jpg'))
  await line.stuck()
  await line.cut()
  await shown(/The connection is cut\./)
  await shown(/It goes on by itself in \d+ s/)
  await page.waitForEvent('requestfailed', patiently)
  await line.open()
  await page.getByText('2 of 2 files done').waitFor(patiently)
  onceEach(line.counts, 5)
  await context.close()
})

test('a server that is killed and comes back finds what it had', async () => {
  const { context, page } = await shop.enter({}, '/upload')
  const shown = await recordTexts(page)
  const line = await openLine(page, 3)
  await choose(page, photograph('killed.jpg', 26 * mebibyte), photograph('other.jpg', 18 * mebibyte))
  await line.stuck()
  await shop.server.kill()
  await shown(/The connection is cut\./)
  await page.waitForEvent('requestfailed', patiently)
  await shop.server.again()
  await line.open()
  await page.getByText('2 of 2 files done').waitFor(patiently)
  onceEach(line.counts, 7 + 5)
  await context.close()
})

test('a file that is another one after a pause is told, and is sent only if that is wanted', async () => {
  const { context, page } = await shop.enter({}, '/upload')
  const line = await openLine(page, 1)
  const path = photograph('edited.jpg', 20 * mebibyte)
  await choose(page, path)
  await line.arrived(1)
  await button(page, 'Pause all').click()
  await said(page, 'edited.jpg', 'Paused')
  const bytes = readFileSync(path)
  bytes.fill(7, bytes.length - mebibyte)
  writeFileSync(path, bytes)
  await line.open()
  await button(page, 'Go on with all').click()
  await said(page, 'edited.jpg', /It cannot be read: it was changed/)
  await choose(page, path)
  await said(page, 'edited.jpg', 'The file was changed since it was begun.')
  await row(page, 'edited.jpg').getByRole('button', { name: 'Send the new version' }).click()
  await said(page, 'edited.jpg', 'Done')
  await context.close()
})

test('a busy server is waited for, and a session that was ended elsewhere is begun anew without loss', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter({}, '/upload', 'vivian')
  const clock = await controlClock(page)
  let requests = 0
  await page.route('**/v1/upload/single', (route) => {
    if (requests++ > 0) return route.continue()
    return route.fulfill({ status: 503, headers: { 'Retry-After': '600' }, json: { success: false, message: 'There is no room left.', error: { type: 'SERVICE_UNAVAILABLE' } } })
  })
  await choose(page, photograph('busy.jpg'))
  await page.getByRole('alert').getByText('There is no room left.').waitFor(patiently)
  await seconds(page)
  assert.equal(requests, 1, 'nothing is sent before the time that the server asked for')
  await clock.fastForward(600_000)
  await said(page, 'busy.jpg', 'Done')

  const line = await openLine(page, 1)
  await choose(page, photograph('ended.jpg', 26 * mebibyte))
  await row(page, 'ended.jpg').getByRole('progressbar').waitFor(patiently)
  const [user] = await shop.ask('GET', '/users?search=vivian')
  const sessions = await shop.ask('GET', `/users/${user.id}/sessions`)
  for (const { id } of sessions) await shop.ask('DELETE', `/users/${user.id}/sessions/${id}`)
  await line.open()
  await page.locator('input[name=password]').fill(password, patiently)
  await page.locator('button[type=submit]').click()
  await said(page, 'ended.jpg', 'Done')
  await context.close()
})

test('small files whose answer is lost are not sent again', async () => {
  const { context, page } = await shop.enter({}, '/upload')
  const shown = await recordTexts(page)
  let requests = 0
  await page.route(/upload\/(single|multiple)$/, async (route) => {
    if (requests++ > 0) return route.continue()
    await route.fetch(patiently) // the server has it
    await route.abort('connectionreset')
  })
  const names = Array.from({ length: 3 }, (_, i) => `lost ${i}.jpg`)
  await choose(page, ...names.map((name) => photograph(name)))
  await shown(/The connection is cut\./)
  await page.getByText('3 of 3 files done').waitFor(patiently)
  assert.equal(requests, 3, 'a request for each lane, and none again')
  const made = (await photos()).filter((photo) => photo.title.startsWith('lost '))
  assert.deepEqual(made.map((photo) => photo.title).sort(), names.map((name) => name.replace('.jpg', '')))
  await context.close()
})

test('a file that is deleted before its turn is told, and goes on when it is there again', async () => {
  const { context, page } = await shop.enter({}, '/upload')
  const line = await openLine(page, 1)
  const path = photograph('gone.jpg')
  const bytes = readFileSync(path)
  await choose(page, ...Array.from({ length: 3 }, (_, i) => photograph(`first ${i}.jpg`, 9 * mebibyte)), path)
  await line.arrived(1)
  await page.getByRole('listitem').getByText('Is sent').first().waitFor(patiently)
  rmSync(path)
  await line.open()
  await said(page, 'gone.jpg', /It cannot be read: it was changed, moved or deleted/)
  writeFileSync(path, bytes)
  await choose(page, path)
  await said(page, 'gone.jpg', 'Done')
  await context.close()
})

test('a server without room is waited for, and says so in Chinese too', async () => {
  const full = await workshop({ fixture: empty, settings: { VITRINE_STORAGE_LIMIT: '1MB' } })
  try {
    for (const [locale, word] of [['en', /There is no room left/], ['zh-CN', /服务器暂时无法接收文件/]]) {
      const { context, page } = await full.enter({ locale }, '/upload')
      const clock = await controlClock(page)
      await choose(page, ...Array.from({ length: 6 }, (_, i) => photograph(`small ${i}.jpg`, mebibyte / 2)), photograph('large.jpg', 12 * mebibyte))
      await page.getByRole('alert').getByText(word).waitFor(patiently)
      assert.equal(await page.getByText(/failed|失败/).count(), 0)
      if (locale === 'zh-CN') {
        await full.server.kill()
        await full.server.again({ VITRINE_STORAGE_LIMIT: '1GB' })
        await clock.fastForward(30_000)
        await page.getByText('已完成 7 / 7 个文件').waitFor(patiently)
      }
      await context.close()
    }
  } finally {
    await full.close()
  }
})

test('the limit of uploads a minute is waited for with a countdown, and nothing fails', async () => {
  const limited = await workshop({ fixture: empty, settings: { VITRINE_RATE_LIMIT: 'upload=2/1m' } })
  try {
    await limited.ask('PUT', '/settings', { upload_max_files_per_batch: 2 })
    const { page } = await limited.enter({}, '/upload')
    const clock = await controlClock(page)
    await choose(page, ...Array.from({ length: 12 }, (_, i) => photograph(`${i}.jpg`)))
    await page.getByText('The server takes only so many uploads a minute.').waitFor(patiently)
    await seconds(page)
    await limited.server.kill()
    await limited.server.again({ VITRINE_RATE_LIMIT: 'upload=2/1s' })
    await clock.fastForward(60_000)
    await page.getByText('12 of 12 files done').waitFor(patiently)
    assert.equal(await page.getByText(/failed\./).count(), 0)
  } finally {
    await limited.close()
  }
})

test('a queue goes on after a reload on any screen, and what needs its file again is told', async () => {
  const { context, page, problems } = await shop.enter({}, '/upload')
  const shown = await recordTexts(page)
  const sign = page.getByRole('banner').getByRole('link', { name: /^Upload · / })
  await page.route('**/v1/photos/batch', (route) => route.abort())
  const line = await openLine(page, 1)
  await page.getByLabel('Title', { exact: true }).fill('Later: {name}')
  await choose(page, photograph('arrived.jpg'))
  await shown(/The connection is cut\./)
  const large = photograph('half.jpg', 26 * mebibyte)
  await choose(page, large)
  await row(page, 'half.jpg').getByRole('progressbar').waitFor(patiently)
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await page.getByRole('heading', { name: 'Photos' }).waitFor(patiently)
  await sign.getByText('Upload · 2 left').waitFor(patiently)

  await page.unroute('**/v1/photos/batch')
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(page.url().replace(/admin\/.*/, 'admin/tags'), patiently)
  await line.open()
  await page.getByRole('heading', { name: 'Tags' }).waitFor(patiently)
  await sign.getByText('Upload · 1 to choose again').waitFor(patiently)
  await shown(/Files of your upload must be chosen again to go on: 1\./)
  assert.ok((await photos()).some((photo) => photo.title === 'Later: arrived'), 'what had arrived is a photo, with what it was to get')
  await sign.click()
  await choose(page, large)
  await said(page, 'half.jpg', 'Done')
  await sign.waitFor({ state: 'detached', ...patiently })
  assert.deepEqual(problems.filter((p) => !ofNetwork.test(p)), [])
  await context.close()
})
