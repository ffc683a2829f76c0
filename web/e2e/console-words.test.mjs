// Every word of the console: a walk over all of its addresses, in both languages, which
// opens what can be opened and has forms refused. What users wrote is Cyrillic here, so
// that Latin letters in Chinese, and Chinese ones in English, are the console's own.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { settle } from './browser.mjs'
import { password, workshop } from './console.mjs'
import { empty } from './server.mjs'
import { receive } from './receiver.mjs'
import { watchIdle } from './waiting.mjs'

const routes = readFileSync(new URL('../console/src/routes.tsx', import.meta.url), 'utf8')
const paths = [...routes.matchAll(/^ +path: '([^']+)'/gm)].map(([, path]) => path)

// Names of products, formats, units, keys, of what is written in programs, and of what the test made.
const latin = /\b(admin|node|Chrome|Linux|Portfolio|picture\.jpg|ansel@example\.com|example\.com|Vitrine|English|JPEG|WebP|AVIF|HEIC|PNG|TIFF|GIF|MiB|[kMGT]B|px|ms|UTC|EXIF|SEO|URL|ISO|POST|Ctrl|Shift|Alt|https?|sha256|vitrine doctor|vitrine user passwd|upload\/multiple)\b|VITRINE_[A-Z_]+|(\/[\w.-]+)+|\{(name|number|folder|date)\}/g
/** What looks like the key of a sentence, a field, or a value that is none. */
const keyLike = /\b[a-z]+(_[a-z]+)+\b|\b[a-z]{2,}\.[a-z]{2,}\b|\{\{|\}\}|undefined|NaN|\[object/
const rules = {
  'zh-CN': (text) => /[A-Za-z]{2}/.test(text.replace(latin, '')),
  en: (text) => /[\u3000-\u9fff\uff00-\uffef]/.test(text.replace('中文', '')) || keyLike.test(text.replace(latin, '')),
}

const demo = new URL('../../testdata/demo/', import.meta.url)

// Each language has a server of its own, as a walk changes what it finds.
const languages = Object.keys(rules)
const shops = {}
let receiver
before(async () => {
  process.env.VITRINE_WEBHOOK_ALLOW_PRIVATE = 'true' // the receiver is on this machine
  receiver = await receive()
  for (const locale of languages) shops[locale] = await workshop({ fixture: empty })
})
after(async () => {
  for (const shop of Object.values(shops)) await shop.close()
  await receiver?.close()
})

const everyLanguage = (look) => Promise.all(languages.map((locale) => look(shops[locale], locale)))

test('with nothing there, the console speaks one language at a time', () => everyLanguage((shop, locale) => walk(shop, locale, {})))

test('with all in use, opened and refused, it does too', () =>
  everyLanguage(async (shop, locale) => walk(shop, locale, await furnish(shop), open)))

// furnish makes one of everything, and has some of it fail.
async function furnish(shop) {
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

/** Longer than anything that a press causes is put off, in milliseconds: searches while one types, what has just been loaded. */
const pending = 500

// walk looks at every address, and at what is opened there, and fails with all that is in
// another language than it should be.
async function walk(shop, locale, ids, more) {
  const { context, page } = await shop.enter({ locale, permissions: ['clipboard-read', 'clipboard-write'], ...(!more && { viewport: { width: 390, height: 844 } }) }, '/account')
  const idle = watchIdle(page)
  await page.clock.install()
  await page.addInitScript(recordWords, apart)
  const wrong = new Map()
  const visit = {
    page,
    refused: new Set(),
    async settle() {
      await idle()
      await page.clock.runFor(pending)
      await idle()
      await settle(page)
    },
    async listen(where) {
      for (const text of await page.evaluate(words, apart)) if (rules[locale](text)) wrong.set(text, wrong.get(text) ?? where)
    },
  }
  for (const path of paths) {
    if (path.includes('$') && !ids[path]) continue
    await page.goto(`${shop.server.url}/admin${path.replace('$id', ids[path])}`)
    await page.locator('main h1').waitFor()
    await visit.settle()
    await visit.listen(path)
    for (const name of await page.evaluate(cut)) wrong.set(`the button “${name}” is cut off`, path)
    await more?.(visit, path)
  }
  await context.close()
  if (more) assert.ok(visit.refused.size >= 9, `forms were refused only at ${[...visit.refused].join(', ')}`)
  assert.deepEqual([...wrong].map(([text, where]) => `${where}: ${text}`), [])
}

// open has the forms of a screen refused, then presses each of its buttons that is no link,
// looks at what comes of it, has a form in it refused, and closes it.
async function open(visit, path) {
  const { page, listen } = visit
  const form = page.locator('main form').filter({ has: page.locator('button[type=submit]') })
  for (let i = 0; i < (await form.count()); i++) await refuse(visit, form.nth(i), path)
  const pressed = []
  for (;;) {
    const next = await page.evaluate(nextButton, pressed)
    if (!next) return
    const { name, index } = next
    pressed.push(name)
    const button = page.locator('main button').nth(index)
    await press(visit, button)
    await listen(`${path}, “${name}”`)
    await choose(visit, button, `${path}, choice`, `of “${name}”`)
    await within(visit, `${path}, “${name}”`)
  }
}

// nextButton returns the first button whose name, but for digits, was not pressed yet, and its place among all.
function nextButton(pressed) {
  const nameOf = (button) => (button.ariaLabel || button.textContent).replace(/\d/g, '')
  const isOpen = (button) => !button.matches('[disabled], [data-disabled]') && button.checkVisibility({ visibilityProperty: true })
  const buttons = [...document.querySelectorAll('main button')]
  const unpressed = buttons.filter((button) => isOpen(button) && !pressed.includes(nameOf(button)))
  const next = unpressed.find(({ type }) => type === 'submit') ?? unpressed[0] // what discards a form takes its submit button away
  return next ? { index: buttons.indexOf(next), name: nameOf(next) } : null
}

// choose presses each choice of the menu that a button has opened, if it has.
async function choose(visit, button, before, after) {
  const items = visit.page.locator('[role=menuitem]:not([href]):not([data-disabled]):not([disabled])')
  const count = await items.count()
  for (let n = 0; n < count; n++) {
    if ((await items.count()) === 0) await press(visit, button)
    if (n < (await items.count())) await press(visit, items.nth(n))
    await within(visit, `${before} ${n + 1} ${after}`)
  }
  if ((await items.count()) > 0) await press(visit, button)
}

// press presses a button that is there and not covered, and waits until what comes of it stands still.
async function press({ settle }, button) {
  if (!(await button.evaluateAll(isInReach))) return
  await button.click()
  await settle()
}

function isInReach([button]) {
  if (!button?.checkVisibility({ visibilityProperty: true }) || button.disabled) return false
  button.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = button.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return button.contains(hit)
}

// within looks at the dialog that is open, if one is, and closes it.
async function within(visit, where) {
  const { page, listen, settle } = visit
  const dialog = page.getByRole('dialog').last()
  if (!(await dialog.isVisible())) return
  await listen(where)
  await refuse(visit, dialog, where)
  for (let i = 0; i < 3 && (await page.getByRole('dialog').count()) > 0; i++) {
    await page.keyboard.press('Escape')
    await settle()
    await listen(`${where}, closing`)
    await press(visit, page.getByRole('button', { name: /^(Discard the changes|放弃更改)$/ }).last())
  }
  assert.equal(await page.getByRole('dialog').count(), 0, `${where} is closed`)
}

// refuse fills a form with what is too long for all of it, and sends it.
async function refuse(visit, form, where) {
  const fields = form.locator('input:is([type=text], [type=url], [type=email], :not([type])):not([readonly]), textarea')
  for (const field of await fields.all()) if ((await field.isVisible()) && (await field.isEditable())) await field.fill('я'.repeat(300))
  const submit = form.locator('button[type=submit]:not([disabled])').last()
  if ((await fields.count()) === 0 || (await submit.count()) === 0) return
  await press(visit, submit)
  if ((await form.locator('[aria-invalid=true], [role=alert]').count()) > 0) visit.refused.add(where)
  await visit.listen(`${where}, refused`)
}

// cut returns the buttons that are too narrow for what stands on them.
function cut() {
  const labels = [...document.querySelectorAll('main .mantine-Button-label')]
  return labels.filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent)
}

/** What is not in the language of a page. */
const apart = 'script, style, noscript, kbd, code, [translate=no], [lang]:not(html):not([lang|=zh]), .mantine-Pill-label'

// recordWords has a page keep the texts that it shows, also those that are soon gone.
function recordWords(apart) {
  window.heard = new Set()
  const hear = (text) => text.parentElement?.closest(apart) === null && window.heard.add(text.data.trim())
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) {
        if (node.nodeType === Node.TEXT_NODE) hear(node)
        else if (node !== target) {
          const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
          for (let text = walk.nextNode(); text; text = walk.nextNode()) hear(text)
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

// words returns what is seen or said on a page, or was since they were asked for last.
function words(apart) {
  const seen = [...window.heard]
  window.heard.clear()
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!node.parentElement.closest(apart)) seen.push(node.textContent.trim())
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description], [aria-valuetext]')) {
    if (element.closest('[translate=no], [aria-hidden=true]')) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-valuetext']) seen.push((element.getAttribute(name) ?? '').trim())
  }
  return [...new Set([document.title, ...seen])].filter(Boolean)
}
