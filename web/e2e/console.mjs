// What the tests of the console's screens share: a signed-in browser, the API as
// its first user, and the look at a screen that every one has to pass.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { colourRules, everyRule, hangTimeout, launch, settle, violations } from './browser.mjs'
import { reuseContexts } from './contexts.mjs'
import { start } from './server.mjs'
import { watchIdle } from './waiting.mjs'

export const password = 'a long enough password'
// With SCREENSHOTS=dir the screens are also kept as pictures, to be looked at.
const screenshots = process.env.SCREENSHOTS

// workshop returns a server with the pictures of the demonstration, or as told, and
// the ways into it. Its pages share contexts unless each is to sign in anew.
export async function workshop({ signInAnew = false, ...options } = {}) {
  const server = await start(options)
  const browser = await launch()
  const { access_token: token } = await send(server.url, undefined, 'POST', '/auth/login', { username: 'admin', password })
  const openNew = (options) => browser.newContext(options)
  const open = signInAnew ? openNew : reuseContexts(browser, server.url)
  return {
    server,
    enter: (options, path, username, another) => enter(another ? (options) => another.newContext(options) : open, server.url, options, path, username),
    openVisitor: () => browser.newContext(),
    visit: (id) => send(server.url, undefined, 'GET', `/photos/${id}`),
    upload: (bytes) => upload(server.url, token, bytes),
    ask: (method, path, body) => send(server.url, token, method, path, body),
    close: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

async function send(url, token, method, path, body) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  const response = await fetch(`${url}/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
  assert.ok(response.ok, `${method} ${path} answers ${response.status}`)
  return response.status === 204 ? undefined : (await response.json()).data
}

// upload sends a file and returns its id.
async function upload(url, token, bytes) {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'picture.jpg')
  const response = await fetch(`${url}/v1/upload/single`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body })
  assert.equal(response.status, 201)
  return (await response.json()).data.file_id
}

// enter returns a signed-in page, what goes wrong on it from then on, and a function
// that waits until all its requests are answered.
async function enter(open, url, { viewport = desk, colorScheme = 'light', ...options } = {}, path = '/', username = 'admin') {
  const context = await open({ reducedMotion: 'reduce', locale: 'en', ...options }, username)
  context.setDefaultTimeout(hangTimeout)
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const idle = watchIdle(page)
  const problems = []
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && problems.push(m.text()))
  page.on('pageerror', (e) => problems.push(String(e)))
  page.on('request', (r) => new URL(r.url()).origin !== url && !/^(data|blob):/.test(r.url()) && problems.push(`asks ${r.url()}`))
  await page.goto(`${url}/admin${path}`)
  const form = page.locator('input[name=username]')
  await form.or(page.locator('nav').first()).first().waitFor({ state: 'attached' })
  if (await form.count()) await signIn(page, username)
  await page.locator('nav').first().waitFor({ state: 'attached' })
  await page.locator('main h1').waitFor()
  return { context, page, problems, idle }
}

async function signIn(page, username) {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

// everyLook arranges a screen once in each language, and looks at it in both schemes
// and at two widths. Expected are the problems that arranging causes.
export async function everyLook({ enter }, name, path, arrange, written = [], expected = /^$/) {
  for (const locale of ['en', 'zh-CN']) {
    const { context, page, problems, idle } = await enter({ viewport: widths[0], locale, bypassCSP: true }, path)
    await arrange(page, locale)
    await idle()
    for (const viewport of widths) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        await look(page, `${name}-${viewport.width}-${colorScheme}-${locale}`, written, colorScheme === 'light' ? everyRule : colourRules)
      }
    }
    assert.deepEqual(problems.filter((problem) => !expected.test(problem)), [], name)
    await context.close()
  }
}

const desk = { width: 1440, height: 900 }
const widths = [desk, { width: 390, height: 844 }]

// look sees that nothing overflows, axe finds nothing by some rules, and Chinese is Chinese but for what users wrote.
async function look(page, name, written, rules) {
  await settle(page)
  if (screenshots) {
    mkdirSync(screenshots, { recursive: true })
    await page.screenshot({ path: `${screenshots}/console-${name}.png`, fullPage: true })
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(overflow, 0, `${name} is too wide`)
  assert.deepEqual(await violations(page, rules), [], name)
  if (name.endsWith('zh-CN')) assert.deepEqual(await page.evaluate(untranslated, written), [], `${name} is not in Chinese`)
}

function untranslated(written) {
  const known = new Set(['Vitrine', 'English', 'admin', ...written])
  const seen = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.closest('script, style, noscript, textarea, kbd, [translate=no], .mantine-Pill-label')) seen.push(node.textContent.trim())
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    if (element.closest('[translate=no], [aria-hidden=true]')) continue
    for (const name of ['aria-label', 'placeholder', 'title']) seen.push((element.getAttribute(name) ?? '').trim())
  }
  return seen.filter((text) => /[A-Za-z]{3}/.test(text) && !known.has(text) && !/[\u4e00-\u9fff]/.test(text))
}
