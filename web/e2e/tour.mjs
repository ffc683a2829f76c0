// Visits many pages in one context, since a context of its own for each page takes
// four times as long.
import { visit } from './browser.mjs'

// startTour opens a context whose cache is off: every page loads all that it needs, as
// on a first visit.
export async function startTour(browser, origin, options) {
  const { page, context, problems } = await visit(browser, `${origin}/robots.txt`, options)
  const session = await context.newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })

  // go opens a path that should answer with a status. Its takeProblems returns what
  // visit has collected since it was last called, besides that status.
  const go = async (path, status = 200) => {
    const response = await page.goto(origin + path)
    const takeProblems = () => withoutStatus(problems.splice(0), origin + path, status)
    return { response, takeProblems }
  }
  return { page, go, close: () => context.close() }
}

// withoutStatus removes the two problems that an error page is reported by.
function withoutStatus(problems, address, status) {
  if (status < 400) return problems
  const expected = [`${status} for ${address}`, `Failed to load resource: the server responded with a status of ${status} `]
  for (const beginning of expected) {
    const at = problems.findIndex((problem) => problem.startsWith(beginning))
    if (at >= 0) problems.splice(at, 1)
  }
  return problems
}
