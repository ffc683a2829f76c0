// What the browser tests share: Debian's Chromium without its windows, and pages that tell what went
// wrong on them.
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'
export const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

// How long a test waits for a page before it fails, in milliseconds: far longer than
// a busy machine takes, so that only a wait for something that never comes ends by it.
export const hangTimeout = 120_000

export const launch = () => chromium.launch({ executablePath: chromiumPath, args: flags })

// visit opens an address in a context of its own, and collects what the console
// reports, what the page's policy forbids, what is asked of other origins, and
// which answers are errors.
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(hangTimeout)
  const page = await context.newPage()
  const problems = []
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && !isOfAddress(m) && problems.push(m.text()))
  page.on('pageerror', (e) => problems.push(String(e)))
  page.on('request', (r) => new URL(r.url()).origin !== new URL(address).origin && !r.url().startsWith('data:') && problems.push(`asks ${r.url()}`))
  page.on('response', (r) => r.status() >= 400 && r.url() !== address && problems.push(`${r.status()} for ${r.url()}`))
  await page.exposeFunction('report', (problem) => problems.push(problem))
  await page.addInitScript(watch)
  const isOfAddress = (message) => message.location().url === address && message.text().startsWith('Failed to load resource')
  const response = await page.goto(address)
  return { page, context, problems, response }
}

// watch runs in the page before its own scripts.
function watch() {
  window.shifts = []
  const place = ({ x, y, width, height }) => `${width}x${height}+${x}+${y}`
  const told = ({ node, previousRect, currentRect }) => `${node?.nodeName} ${node?.className ?? node?.data}: ${place(previousRect)} to ${place(currentRect)}`
  new PerformanceObserver((list) => list.getEntries().forEach((e) => window.shifts.push(`${e.value}: ${e.sources.map(told).join(', ')}`))).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('securitypolicyviolation', (e) => window.report(`${e.violatedDirective} forbids ${e.blockedURI} ${e.sample}`))
}

// scrollThrough has every picture of a page asked for, and waits until all are
// there or have failed.
export async function scrollThrough(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await frame()
      await frame()
    }
    for (const image of document.images) if (image.getClientRects().length) image.loading = 'eager'
    const pending = [...document.images].filter((i) => !i.complete && i.getClientRects().length)
    await Promise.all(pending.map((i) => new Promise((done) => { i.onload = i.onerror = done })))
    scrollTo(0, 0)
    await frame()
    await frame()
  })
}

// settle waits until a page that was resized or changed its scheme is drawn as it
// stays: every picture in view is there, and nothing moves.
export async function settle(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const moving = () => document.getAnimations().filter((a) => a.playState === 'running' && a.effect.getComputedTiming().iterations !== Infinity)
    const loads = () => [...document.images].some((i) => !i.complete && i.loading !== 'lazy')
    do {
      await frame()
      for (const animation of moving()) animation.finish()
      await frame()
    } while (moving().length > 0 || loads())
  })
}

export const everyRule = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
// The rules about colours, which are all that a change of scheme can break.
export const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

// violations returns what axe finds on a page whose context sets the policy aside.
export async function violations(page, rules = everyRule) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axePath })
  const found = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly, resultTypes: ['violations'] }), rules)
  return found.violations.map((v) => `${v.id}: ${v.nodes[0].html}`)
}
