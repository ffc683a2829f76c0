// Lighthouse, as it looks at a phone. Accessibility, best practices and search
// engines are counted, so they must be perfect. The performance is measured, and
// shares its machine with others: the median of three, and after the other tests.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'
import lighthouse from 'lighthouse'
import { chromiumPath, flags } from './browser.mjs'
import { openPortfolio } from './portfolio.mjs'

const bar = 0.95
const port = 9222 + process.pid % 1000

let site, browser
before(async () => {
  site = await openPortfolio()
  browser = await chromium.launch({ executablePath: chromiumPath, args: [...flags, `--remote-debugging-port=${port}`] })
})
after(async () => {
  await browser?.close()
  await site?.stop()
})

async function audit(address, categories) {
  const { lhr } = await lighthouse(address, { port, output: 'json', logLevel: 'error', onlyCategories: categories })
  const failed = Object.values(lhr.audits).filter((a) => a.score !== null && a.score < 0.9).map((a) => `${a.id} ${a.displayValue ?? ''}`)
  return { scores: Object.fromEntries(Object.values(lhr.categories).map((c) => [c.id, c.score])), failed }
}

for (const name of ['home', 'landscape', 'gallery']) {
  test(`lighthouse is content with ${name}`, async (t) => {
    const address = site.url + site.pages[name].path
    const { scores, failed } = await audit(address, ['accessibility', 'best-practices', 'seo', 'performance'])
    const { performance, ...counted } = scores
    assert.deepEqual(counted, { accessibility: 1, 'best-practices': 1, seo: 1 }, failed.join('\n'))
    const measured = [performance]
    while (measured.length < 3) measured.push((await audit(address, ['performance'])).scores.performance)
    const median = measured.sort()[1]
    t.diagnostic(`performance ${median}, median of ${measured.join(', ')}`)
    assert.ok(median >= bar, `performance ${median}: ${failed.join('\n')}`)
  })
}
