// Uploading in a browser: what is sent, what is refused, what is dropped, and what several tabs do.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumPath, flags } from './browser.mjs'
import { everyLook, password, workshop } from './console.mjs'
import { picture } from './picture.mjs'
import { empty } from './server.mjs'
import { recordTexts } from './texts.mjs'
import { button, choose, chooseFolder, drop, hold, mebibyte, openFiles, openLine, patiently, row, said } from './uploads.mjs'
import { turn } from './waiting.mjs'

let shop
const { files, photograph, damaged, copyOf, remove } = openFiles()
before(async () => {
  shop = await workshop({ fixture: empty })
})
after(async () => {
  await shop?.close()
  remove()
})

const photos = (query = '') => shop.ask('GET', `/photos?limit=100${query}`)

// launchUnprivileged returns a browser that may open only what its user may, also if that is root.
async function launchUnprivileged() {
  if (process.getuid() !== 0) return chromium.launch({ executablePath: chromiumPath, args: flags })
  const executablePath = join(files, 'chromium')
  writeFileSync(executablePath, `#!/bin/sh\nexec setpriv --bounding-set=-dac_override,-dac_read_search "${chromiumPath}" "$@"\n`, { mode: 0o755 })
  return chromium.launch({ executablePath, args: flags })
}

// busyTasks returns what tells of each task of the page's main thread that has worked for
// more than 50 ms since, for how many: of the processor, not of the clock.
async function busyTasks(page) {
  const devtools = await page.context().newCDPSession(page)
  const main = new Set()
  const tasks = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args, pid, tid, tdur } of value) {
      if (name === 'thread_name' && args.name === 'CrRendererMain') main.add(`${pid} ${tid}`)
      if (name === 'ThreadControllerImpl::RunTask' && tdur > 50_000) tasks.push({ thread: `${pid} ${tid}`, tdur })
    }
  })
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } })
  return async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    return tasks.filter(({ thread }) => main.has(thread)).map(({ tdur }) => Math.round(tdur / 1000))
  }
}

test('files become photos with what they are to get, and names in every script stay', async () => {
  const { context, page, problems } = await shop.enter({}, '/upload')
  await shop.ask('POST', '/categories', { name: 'Coast', slug: 'coast' })
  await page.reload()
  await page.getByLabel('Title', { exact: true }).fill('{name} ({number})')
  await page.getByLabel('Status', { exact: true }).selectOption('Published')
  await page.getByRole('combobox', { name: 'Tags' }).fill('sea')
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await page.getByRole('combobox', { name: 'Tags' }).fill('海')
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await page.getByRole('combobox', { name: 'Categories' }).click()
  await page.getByRole('option', { name: 'Coast' }).click()
  await page.keyboard.press('Escape')

  const names = ['海边 日落.jpg', 'Façade à Łódź.jpg', 'غروب الشمس.jpg', 'हिमालय.jpg', '🏔 "1".jpg']
  await choose(page, ...names.map((name) => photograph(name)))
  await page.getByText('5 of 5 files done').waitFor(patiently)
  await page.getByText('5 new photos.').waitFor()
  const titles = names.map((name, i) => `${name.replace('.jpg', '')} (${i + 1})`)
  const added = await photos('&status=published')
  assert.deepEqual(added.map((photo) => photo.title).sort(), titles.sort())
  for (const { tags, categories } of added) {
    assert.deepEqual(tags.map((tag) => tag.name).sort(), ['sea', '海'])
    assert.deepEqual(categories.map((category) => category.name), ['Coast'])
  }
  await page.locator('img[data-made]').nth(4).waitFor()
  await page.getByRole('link', { name: 'Show them in the library' }).click()
  await page.getByRole('heading', { name: 'Photos' }).waitFor()
  await page.getByText('海边 日落 (1)').first().waitFor({ state: 'attached' })
  assert.deepEqual(problems, [])
  await context.close()
})

test('a folder is taken with the folders in it', async () => {
  const folder = join(files, 'Vacances 2026')
  mkdirSync(join(folder, 'plage'), { recursive: true })
  copyFileSync(photograph('a.jpg'), join(folder, 'a.jpg'))
  copyFileSync(photograph('b.jpg'), join(folder, 'plage', 'b.jpg'))
  writeFileSync(join(folder, '.DS_Store'), 'x')
  const { context, page } = await shop.enter({}, '/upload')
  await page.getByLabel('Title', { exact: true }).fill('{folder}: {name}')
  await chooseFolder(page, folder)
  await page.getByText('2 of 2 files done').waitFor(patiently)
  const titles = (await photos()).map((photo) => photo.title)
  assert.ok(titles.includes('Vacances 2026: a') && titles.includes('plage: b'), titles.join())
  await context.close()
})

test('what is no picture, too large, or there already is not sent, and why is said', async (t) => {
  t.after(() => shop.ask('POST', '/settings/reset', { confirm: true }))
  const { context, page, problems } = await shop.enter({}, '/upload')
  await shop.ask('PUT', '/settings', { upload_max_file_size: mebibyte })
  await page.reload()
  await page.getByText('at most 1 MiB each').waitFor()
  const sent = []
  page.on('request', (request) => /upload\/(single|multiple|chunked)/.test(request.url()) && sent.push(request.url()))
  const write = (name, text) => {
    writeFileSync(join(files, name), text)
    return join(files, name)
  }
  const original = photograph('original.jpg')
  await choose(page, original)
  await said(page, 'original.jpg', 'Done')
  const before = sent.length
  const copy = copyOf(original, 'copy.jpg')
  await choose(page, write('notes.txt', 'a'), write('empty.jpg', ''), write('words.jpg', 'no picture'), photograph('large.jpg', 2 * mebibyte), copy)
  await said(page, 'notes.txt', /The settings take only JPEG/)
  await said(page, 'empty.jpg', 'The file is empty.')
  await said(page, 'words.jpg', 'It is not a picture')
  await said(page, 'large.jpg', /larger than the 1 MiB that the settings allow/)
  await said(page, 'copy.jpg', 'There is a photo of this file already.')
  await page.getByText('4 were not sent.').waitFor()
  assert.equal(sent.length, before, 'nothing of them is sent')

  await page.getByLabel('Files to show').selectOption('For you to decide (1)')
  assert.equal(await page.getByRole('listitem').count(), 1)
  await row(page, 'copy.jpg').getByRole('button', { name: 'Send anyway' }).click()
  await page.getByLabel('Files to show').selectOption(/^All files/)
  await said(page, 'copy.jpg', 'Done')
  assert.deepEqual(problems, [])
  await context.close()
})

test('a picture that cannot be made says why, and is tried again', async () => {
  const { context, page } = await shop.enter({}, '/upload')
  await choose(page, damaged())
  await page.getByText('1 failed.').waitFor(patiently)
  await row(page, 'broken.jpg').getByText(/(No pictures could be made of it|It arrived, but is no photo yet): .*damaged or cut short/).waitFor()
  const answer = await hold(page, '**/v1/upload/status/**')
  await button(page, 'Retry broken.jpg').click()
  await page.getByText('1 failed.').waitFor({ state: 'detached', ...patiently })
  answer()
  await page.getByText('1 failed.').waitFor(patiently)
  await context.close()
})

test('of the same content under two names one is sent, and what the library has is shown there', async () => {
  const { context, page } = await shop.enter({}, '/upload')
  const path = photograph('twice.jpg')
  const copy = copyOf(path, 'the same.jpg')
  const shown = await recordTexts(page)
  const send = await hold(page, /upload\/(single|multiple)$/)
  await drop(page, path, copy)
  await said(page, 'the same.jpg', 'The same file is in the queue.')
  await choose(page, path)
  await shown(/1 file is in the queue already\./)
  send()
  await said(page, 'twice.jpg', 'Done')
  await button(page, 'Leave out what is there already').click()
  await page.getByText('1 of 1 file done').waitFor()

  await page.reload()
  await choose(page, copy)
  await said(page, 'the same.jpg', 'There is a photo of this file already.')
  await row(page, 'the same.jpg').getByRole('link', { name: 'Show it' }).click()
  await page.getByRole('heading', { name: 'twice' }).waitFor()
  await context.close()
})

test('why a file failed is said in Chinese alone', async () => {
  const { context, page } = await shop.enter({ locale: 'zh-CN' }, '/upload')
  await choose(page, damaged())
  await page.getByText('1 个失败。').waitFor(patiently)
  const said = (await row(page, 'broken.jpg').innerText()).replace('broken.jpg', '').replace(/[\d.]+ kB/, '')
  assert.match(said, /无法生成图片|尚未生成照片/)
  assert.doesNotMatch(said, /[A-Za-z]{3}/)
  await context.close()
})

// With E2E_LONG=1 as many as a long journey brings home, else enough to see what grows with them.
const many = process.env.E2E_LONG === '1' ? 2000 : 120
const manyInWords = many.toLocaleString('en')

test(`${manyInWords} files dropped at once: none is lost, few requests are made, and the page stays smooth meanwhile`, async (t) => {
  const folder = join(files, 'many')
  mkdirSync(folder)
  for (let i = 0; i < many; i++) writeFileSync(join(folder, `${i}.png`), picture(8, 8, [[i & 255, i >> 8, 9], [i & 255, i >> 8, 200]]))
  const { context, page } = await shop.enter({}, '/upload')
  const requests = countWrites(page)
  await page.evaluate(measureWork)
  const busy = await busyTasks(page)
  await drop(page, folder)
  await page.getByText(`of ${manyInWords} files done`).waitFor(patiently)
  await page.locator('summary').click()
  const title = page.getByLabel('Title', { exact: true })
  for (let i = 0; i < 10; i++) {
    await title.press('End')
    await title.pressSequentially(' and on')
    await page.mouse.wheel(0, i % 2 ? -4000 : 4000)
  }
  assert.equal(await title.inputValue(), `{name}${' and on'.repeat(10)}`)
  await page.getByText(`${manyInWords} of ${manyInWords} files done`).waitFor(patiently)
  const tasks = await busy()
  const work = await page.evaluate(() => window.work)
  t.diagnostic(`${JSON.stringify({ ...work, ...requests })}; tasks over 50 ms of work: ${tasks.join() || 'none'}`)
  assert.ok(work.rows < 60, 'only those in view are in the page')
  assert.ok(work.nodes < 1000, `at most ${work.nodes} nodes are changed at once`)
  assert.ok(work.records <= 50, `at most ${work.records} records are written at once`)
  assert.ok(requests.files + requests.known + requests.batch < many / 2, 'files share requests')
  assert.ok(requests.files <= many / 20 + 3 * requests.known + 3, `${requests.files} requests for files`)
  if (many === 2000) assert.ok(tasks.length <= 1 && Math.max(0, ...tasks) < 100, `tasks that worked for ${tasks} ms`)
  await context.close()
})

// countWrites counts the requests of a page that send files, ask which are known, and make photos.
function countWrites(page) {
  const requests = { files: 0, known: 0, batch: 0 }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/upload\/(single|multiple)$/.test(pathname)) requests.files++
    else if (pathname.endsWith('/upload/known')) requests.known++
    else if (pathname.endsWith('/photos/batch')) requests.batch++
  })
  return requests
}

// measureWork has a page keep how much it does at once at most: rows that it shows, nodes
// that it changes in one go, and records that it writes in one transaction.
function measureWork() {
  window.work = { rows: 0, nodes: 0, records: 0 }
  const most = (what, amount) => { window.work[what] = Math.max(window.work[what], amount) }
  const sizeOf = (node) => 1 + (node.querySelectorAll?.('*').length ?? 0)
  const sizeOfAll = (nodes) => [...nodes].reduce((sum, node) => sum + sizeOf(node), 0)
  new MutationObserver((changes) => {
    most('rows', document.querySelectorAll('main li').length)
    most('nodes', changes.reduce((sum, { addedNodes, removedNodes }) => sum + 1 + sizeOfAll(addedNodes) + sizeOfAll(removedNodes), 0))
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  const written = new WeakMap()
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...args) {
    written.set(this.transaction, (written.get(this.transaction) ?? 0) + 1)
    most('records', written.get(this.transaction))
    return put.apply(this, args)
  }
}

for (const locks of [true, false]) {
  test(`of two tabs one sends and the other shows, ${locks ? 'with' : 'without'} the locks that plain http lacks`, async () => {
    const { context, page } = await shop.enter({}, '/upload')
    await context.clock.install()
    await context.addInitScript(watchTurn, locks)
    await page.reload()
    await page.waitForFunction(() => window.sends, undefined, patiently)
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByText('Drop photos or folders here').waitFor(patiently)
    const sentBy = new Set()
    for (const tab of [page, other]) tab.on('request', (r) => /upload\/(single|multiple|chunked)/.test(r.url()) && sentBy.add(tab))
    await choose(other, photograph('handed over.jpg'), photograph('large.jpg', 12 * mebibyte))
    await said(other, 'large.jpg', 'Done')
    await said(page, 'handed over.jpg', 'Done')
    await other.getByText('Another tab of this browser sends.').waitFor(patiently)
    assert.deepEqual([...sentBy], [page])

    await page.close()
    if (!locks) await other.waitForFunction(isLeaseFree, undefined, patiently)
    await choose(other, photograph('alone.jpg'))
    await context.clock.fastForward(5_000) // without locks, tabs look that often whether another sends
    await said(other, 'alone.jpg', 'Done')
    assert.ok(sentBy.has(other))
    await context.close()
  })
}

// watchTurn has a page tell, as sends, whether it is the tab that sends.
function watchTurn(locks) {
  if (!locks) Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
  const { postMessage } = BroadcastChannel.prototype
  BroadcastChannel.prototype.postMessage = function (message) {
    if (message.kind === 'begun') window.sends = true
    return postMessage.call(this, message)
  }
}

function isLeaseFree() {
  return window.sends || !Object.keys(localStorage).some((key) => key.startsWith('vitrine-uploads-'))
}

test('what is dropped: folders in folders, names in every script, what is hidden, empty, or may not be read', async (t) => {
  const folder = join(files, '旅行 Été')
  for (const path of ['海边/日落.jpg', 'غروب/الشمس.jpg', 'a/b/c/d/e.jpg', '.hidden.jpg', '.git/in.jpg', 'closed/in.jpg', 'locked.jpg']) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    copyFileSync(photograph('one.jpg'), join(folder, path))
  }
  writeFileSync(join(folder, 'empty.jpg'), '')
  const closed = [join(folder, 'closed'), join(folder, 'locked.jpg')]
  for (const path of closed) chmodSync(path, 0)
  t.after(() => closed.forEach((path) => chmodSync(path, 0o700)))

  const browser = await launchUnprivileged()
  t.after(() => browser.close())
  const { page } = await shop.enter({}, '/upload', 'admin', browser)
  const line = await openLine(page, 1)
  await choose(page, photograph('running.jpg', 18 * mebibyte))
  await row(page, 'running.jpg').getByRole('progressbar').waitFor(patiently)
  await drop(page, folder, photograph('alone.jpg'))
  await said(page, 'alone.jpg', 'Waits')
  await line.open()
  for (const name of ['日落.jpg', 'الشمس.jpg', 'e.jpg', 'alone.jpg', 'running.jpg']) await said(page, name, 'Done')
  await said(page, 'empty.jpg', 'The file is empty.')
  await said(page, 'closed', 'This folder may not be opened. Nothing of it is sent.')
  await said(page, 'locked.jpg', /It cannot be read: .* may not be opened/)
  assert.equal(await page.getByText(/hidden|in\.jpg/).count(), 0)
})

test('what is dropped on another screen leads to Upload, and never out of the console', async () => {
  const { context, page, problems } = await shop.enter({}, '/')
  await drop(page, photograph('on the library.jpg'))
  await page.getByRole('heading', { name: 'Upload' }).waitFor()
  await said(page, 'on the library.jpg', 'Done')
  assert.deepEqual(problems, [])
  await context.close()

  await shop.ask('POST', '/users', { username: 'guest', email: 'guest@example.com', password, role: 'user' })
  const guest = await shop.enter({}, '/account', 'guest')
  const address = guest.page.url()
  await guest.page.evaluate(() => ['drop', 'dragleave'].forEach((end) => addEventListener(end, () => { window.dragEnded = true })))
  await drop(guest.page, photograph('no.jpg'))
  await guest.page.waitForFunction(() => window.dragEnded)
  await turn(guest.page)
  assert.equal(guest.page.url(), address)
  assert.equal(await guest.page.getByRole('heading', { level: 1 }).count(), 1)
  await guest.context.close()
})

test('who may not upload is told what is missing', async () => {
  await shop.ask('POST', '/users', { username: 'visitor', email: 'visitor@example.com', password, role: 'user' })
  const { context, page } = await shop.enter({}, '/upload', 'visitor')
  await page.getByRole('alert').getByText('photo.create').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Upload' }).count(), 0)
  await context.close()
})

test('at every width, in both schemes and languages', async () => {
  const original = photograph('known.jpg')
  writeFileSync(join(files, 'notes.txt'), 'a')
  const { page, context } = await shop.enter({}, '/upload')
  await choose(page, original)
  await said(page, 'known.jpg', 'Done')
  await context.close()
  await everyLook(shop, 'upload-empty', '/upload', (page) => page.locator('input[type=file]').first().waitFor({ state: 'attached' }), written)
  await everyLook(shop, 'upload', '/upload', async (page, locale) => {
    const harbour = 'harbour at dawn, the second of three.jpg'
    const words = locale === 'en' ? { pause: `Pause ${harbour}`, paused: 'Paused', done: 'Done', failed: '1 failed.' } : { pause: `暂停 ${harbour}`, paused: '已暂停', done: '完成', failed: '1 个失败。' }
    const line = await openLine(page, 1)
    await choose(page, original, photograph(harbour, 22 * mebibyte))
    await row(page, harbour).getByRole('progressbar').waitFor(patiently)
    await line.stuck()
    await button(page, words.pause).click()
    await said(page, harbour, words.paused)
    await line.open()
    await choose(page, photograph('new.jpg'), damaged(), join(files, 'notes.txt'))
    await said(page, 'new.jpg', words.done)
    await page.getByText(words.failed).waitFor(patiently)
  }, written)
})

const written = ['Coast', 'JPEG', 'PNG', 'WebP', 'AVIF', 'HEIC', 'TIFF', 'GIF', 'harbour at dawn, the second of three.jpg', 'known.jpg', 'new.jpg', 'broken.jpg', 'notes.txt']
