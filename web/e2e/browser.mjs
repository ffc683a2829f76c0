// What the browser tests share: Debian's Chromium, and pages that tell what went
// wrong on them.
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'

const axePath = createRequire(import.meta.url).resolve('axe-core')
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags })

// visit opens an address in a context of its own, and collects what the console
// reports, what is asked of other origins, and which answers are errors.
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const problems = []
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && problems.push(m.text()))
  page.on('pageerror', (e) => problems.push(String(e)))
  page.on('request', (r) => new URL(r.url()).origin !== new URL(address).origin && !r.url().startsWith('data:') && problems.push(`asks ${r.url()}`))
  page.on('response', (r) => r.status() >= 400 && r.url() !== address && problems.push(`${r.status()} for ${r.url()}`))
  const response = await page.goto(address, { waitUntil: 'networkidle' })
  return { page, context, problems, response }
}

// violations returns what axe finds on a page whose context sets the policy aside.
export async function violations(page) {
  await page.addScriptTag({ path: axePath })
  const found = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }))
  return found.violations.map((v) => `${v.id}: ${v.nodes[0].html}`)
}
