// Every word of the console: a walk over all of its addresses, in both languages, which
// opens what can be opened and has forms refused. What users wrote is Cyrillic here, so
// that Latin letters in Chinese, and Chinese ones in English, are the console's own.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { password, workshop } from './console.mjs'
import { empty } from './server.mjs'
import { receive } from './receiver.mjs'

const routes = readFileSync(new URL('../console/src/routes.tsx', import.meta.url), 'utf8')
const paths = [...routes.matchAll(/^ +path: '([^']+)'/gm)].map(([, path]) => path)

// Names of products, formats, units, keys, of what is written in programs, and of what the test made.
const latin = /\b(admin|node|Chrome|Linux|Portfolio|picture\.jpg|ansel@example\.com|example\.com|Vitrine|English|JPEG|WebP|AVIF|HEIC|PNG|TIFF|GIF|MiB|[kMGT]B|px|ms|UTC|EXIF|SEO|URL|ISO|POST|Ctrl|Shift|Alt|https?|sha256|vitrine doctor|upload\/multiple)\b|VITRINE_[A-Z_]+|(\/[\w.-]+)+|\{(name|number|folder|date)\}/g
/** What looks like the key of a sentence, a field, or a value that is none. */
const keyLike = /\b[a-z]+(_[a-z]+)+\b|\b[a-z]{2,}\.[a-z]{2,}\b|\{\{|\}\}|undefined|NaN|\[object/
const rules = {
  'zh-CN': (text) => /[A-Za-z]{2}/.test(text.replace(latin, '')),
  en: (text) => /[\u3000-\u9fff\uff00-\uffef]/.test(text.replace('中文', '')) || keyLike.test(text.replace(latin, '')),
}

const demo = new URL('../../testdata/demo/', import.meta.url)

let shop, receiver
before(async () => {
  process.env.VITRINE_WEBHOOK_ALLOW_PRIVATE = 'true' // the receiver is on this machine
  receiver = await receive()
  shop = await workshop({ fixture: empty })
})
after(async () => {
  await shop?.close()
  await receiver?.close()
})

const everyLanguage = (look) => Promise.all(Object.keys(rules).map(look))

test('with nothing there, the console speaks one language at a time', () => everyLanguage((locale) => walk(locale, {})))

test('with all in use, opened and refused, it does too', async () => {
  const ids = await furnish()
  await everyLanguage((locale) => walk(locale, ids, open))
})

// furnish makes one of everything, and has some of it fail.
async function furnish() {
  const { ask, upload } = shop
  const [picture] = readdirSync(demo).filter((name) => name.endsWith('.jpg')).map((name) => readFileSync(new URL(name, demo)))
  const file_id = await upload(picture)
  const category = await ask('POST', '/categories', { name: 'Гавань' })
  await ask('POST', '/categories', { name: 'Пирс', parent_id: category.id })
  const photo = await ask('POST', '/photos', { title: 'Рассвет', file_id, tags: ['туман', 'лодка'], categories: [category.id] })
  const trashed = await ask('POST', '/photos', { title: 'Закат' })
  await ask('DELETE', `/photos/${trashed.id}`)
  await ask('PUT', `/photos/${photo.id}`, { status: 'draft', description: 'Тихо', taken_at: '2026-05-31T06:30:00Z' })
  await ask('POST', '/timeline/events', { title: 'Выставка', date: '2026-05-31', type: 'exhibition' })
  const share = await ask('POST', '/shares', { title: 'Выбор', photo_ids: [photo.id], allow_picks: true })
  await ask('POST', '/users', { username: 'ансель', email: 'x@example.com', password, role: 'editor' })
  await ask('PUT', '/settings', { site_title: 'Свет', upload_auto_publish: true })
  receiver.answer.status = 503
  const webhook = await ask('POST', '/webhooks', { url: receiver.url, events: ['photo.updated'] })
  await ask('POST', `/webhooks/${webhook.id}/test`)
  await ask('POST', '/system/backups')
  await fetch(`${shop.server.url}/v1/auth/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ username: 'ансель', password: 'wrong' }) })
  return { '/photos/$id': photo.id, '/shares/$id': share.id, '/webhooks/$id': webhook.id }
}

// walk looks at every address, and at what is opened there, and fails with all that is in
// another language than it should be.
async function walk(locale, ids, more) {
  const { context, page } = await shop.enter({ locale, ...(!more && { viewport: { width: 390, height: 844 } }) }, '/account')
  const wrong = new Map()
  const refused = new Set()
  const listen = async (where) => {
    for (const text of await page.evaluate(words)) if (rules[locale](text)) wrong.set(text, wrong.get(text) ?? where)
  }
  for (const path of paths) {
    if (path.includes('$') && !ids[path]) continue
    await page.goto(`${shop.server.url}/admin${path.replace('$id', ids[path])}`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await listen(path)
    for (const name of await page.evaluate(cut)) wrong.set(`the button “${name}” is cut off`, path)
    await more?.(page, path, listen, refused)
  }
  await context.close()
  if (more) assert.ok(refused.size >= 9, `forms were refused only at ${[...refused].join(', ')}`)
  assert.deepEqual([...wrong].map(([text, where]) => `${where}: ${text}`), [])
}

// open has the forms of a screen refused, then presses each of its buttons that is no link,
// looks at what comes of it, has a form in it refused, and closes it.
async function open(page, path, listen, refused) {
  const form = page.locator('main form').filter({ has: page.locator('button[type=submit]') })
  for (let i = 0; i < (await form.count()); i++) await refuse(form.nth(i), path, listen, refused)
  const buttons = page.locator('main button:not([disabled]):not([data-disabled])')
  const pressed = new Set()
  for (let i = 0; i < (await buttons.count()); i++) {
    const button = buttons.nth(i)
    const name = await button.evaluate((e) => (e.ariaLabel || e.textContent).replace(/\d/g, '')).catch(() => '')
    if (pressed.has(name) || !(await button.isVisible())) continue
    pressed.add(name)
    await press(button)
    await listen(`${path}, “${name}”`)
    const items = page.locator('[role=menuitem]:not([href]):not([data-disabled]):not([disabled])')
    for (let n = 0; n < (await items.count()); n++) {
      await press(items.nth(n))
      await within(page, `${path}, choice ${n + 1} of “${name}”`, listen, refused)
      await press(button)
    }
    await within(page, `${path}, “${name}”`, listen, refused)
  }
}

async function press(button) {
  await button.click({ timeout: 1000 }).catch(() => {}) // covered, or gone with what was closed
  await button.page().waitForTimeout(60)
}

// within looks at the dialog that is open, if one is, and closes it.
async function within(page, where, listen, refused) {
  const dialog = page.getByRole('dialog').last()
  if (!(await dialog.isVisible())) return
  await page.waitForLoadState('networkidle')
  await listen(where)
  await refuse(dialog, where, listen, refused)
  for (let i = 0; i < 3 && (await page.getByRole('dialog').count()) > 0; i++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(60)
    await listen(`${where}, closing`)
    await press(page.getByRole('button', { name: /^(Discard the changes|放弃更改)$/ }).last())
  }
}

// refuse fills a form with what is too long for all of it, and sends it.
async function refuse(form, where, listen, refused) {
  const fields = form.locator('input:is([type=text], [type=url], [type=email], :not([type])):not([readonly]), textarea')
  for (const field of await fields.all()) await field.fill('я'.repeat(300), { timeout: 500 }).catch(() => {})
  const submit = form.locator('button[type=submit]:not([disabled])').last()
  if ((await fields.count()) === 0 || (await submit.count()) === 0) return
  await press(submit)
  await form.page().waitForLoadState('networkidle')
  if ((await form.locator('[aria-invalid=true], [role=alert]').count()) > 0) refused.add(where)
  await listen(`${where}, refused`)
}

// cut returns the buttons that are too narrow for what stands on them.
function cut() {
  const labels = [...document.querySelectorAll('main .mantine-Button-label')]
  return labels.filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent)
}

// words returns what is seen or said on a page, but for what is not in its language.
function words() {
  const apart = 'script, style, noscript, kbd, code, [translate=no], [lang]:not(html):not([lang|=zh]), .mantine-Pill-label'
  const seen = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!node.parentElement.closest(apart)) seen.push(node.textContent.trim())
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description], [aria-valuetext]')) {
    if (element.closest('[translate=no], [aria-hidden=true]')) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-valuetext']) seen.push((element.getAttribute(name) ?? '').trim())
  }
  return [...new Set([document.title, ...seen])].filter(Boolean)
}
