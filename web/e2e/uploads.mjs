// What the tests of uploads share: files to send, the queue on the screen, and a
// network that holds pieces back.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const demo = new URL('../../testdata/demo', import.meta.url).pathname
const photographs = readdirSync(demo).filter((name) => name.endsWith('.jpg'))
export const mebibyte = 1024 * 1024
/** The size of every piece of a large file but the last. */
export const piece = 4 * mebibyte
/** Only the test runner limits how long a machine may take. */
export const patiently = { timeout: 0 }

export const button = (page, name) => page.getByRole('button', { name, exact: true })
export const row = (page, name) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
export const said = (page, name, text) => row(page, name).getByText(text).waitFor(patiently)
export const choose = (page, ...paths) => page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(paths)
export const chooseFolder = (page, path) => page.locator('input[webkitdirectory]').setInputFiles(path)

// openFiles returns a directory for files to upload, and what makes some in it.
export function openFiles() {
  const files = mkdtempSync(join(tmpdir(), 'vitrine-files-'))
  let made = 0
  return {
    files,
    // photograph returns the path of a new file that no other is like: a picture with
    // something after its end, which no reader minds.
    photograph(name, size = 0) {
      const path = join(files, `${made}`, name)
      mkdirSync(join(path, '..'), { recursive: true })
      const bytes = readFileSync(join(demo, photographs[made++ % photographs.length]))
      writeFileSync(path, Buffer.concat([bytes, randomBytes(Math.max(32, size - bytes.length))]))
      return path
    },
    // damaged returns the path of a new file that begins as a picture and breaks off.
    damaged() {
      const path = join(files, 'broken.jpg')
      writeFileSync(path, readFileSync(join(demo, 'fig.jpg')).subarray(0, 9000 + made++))
      return path
    },
    // copyOf returns the path of a file with the same content under another name.
    copyOf(path, name) {
      copyFileSync(path, join(files, name))
      return join(files, name)
    },
    remove: () => rmSync(files, { recursive: true, force: true }),
  }
}

// drop lets files and folders fall on a page, as if from the desktop.
export async function drop(page, ...paths) {
  await page.waitForFunction(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([], 'x'))
    return !window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }))
  })
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop']) await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data })
}

// controlClock puts the clock of a page under control, and loads the page again with
// it: time passes as ever, and jumps by fastForward.
export async function controlClock(page) {
  await page.clock.install()
  await page.reload()
  return page.clock
}

// hold keeps the requests to some addresses back until it is released.
export async function hold(page, address) {
  let release
  const released = new Promise((resolve) => { release = resolve })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Bytes a second at which no piece arrives within a test. */
const crawl = 16 * 1024

// openLine returns the network of a page. It lets so many pieces of large files arrive;
// further ones are being sent, and do not arrive until the line is opened.
export async function openLine(page, admitted) {
  const devtools = await page.context().newCDPSession(page)
  let offline = false
  const limit = (uploadThroughput) => devtools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  const counts = new Map()
  const waiting = []
  let [begun, used, stuck] = [0, 0, 0]
  const wake = () => waiting.splice(0).forEach((look) => look())
  const until = async (holds) => {
    while (!holds()) await new Promise((look) => waiting.push(look))
  }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() !== 'PUT' || response.status() !== 204) return
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1)
    wake()
  })
  await page.route('**/v1/upload/chunked/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    begun++
    await until(() => used < admitted || counts.size >= used)
    if (used < admitted) used++
    else {
      await limit(crawl)
      stuck++
    }
    await route.continue()
    wake()
  })
  const admit = async (pieces) => {
    offline = false
    admitted = used + pieces
    await limit(-1)
    wake()
  }
  return {
    /** How often the server took each piece. */
    counts,
    begun: () => begun,
    arrived: (pieces) => until(() => counts.size >= pieces),
    stuck: () => until(() => stuck > 0),
    admit,
    open: () => admit(Number.POSITIVE_INFINITY),
    cut: () => {
      offline = true
      return limit(-1)
    },
  }
}
