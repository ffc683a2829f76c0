// Browser contexts that are used again, signed in and with the scripts of the console
// compiled: a new one takes six times as long to show a screen.

const events = ['console', 'page', 'request', 'requestfailed', 'requestfinished', 'response']

// reuseContexts returns a function that opens a context of a browser. Closing it keeps
// it for the next who asks for the same options and user, without what pages stored,
// unless something was installed in it that cannot be taken out.
export function reuseContexts(browser, origin) {
  const kept = new Map()

  return async (options, username) => {
    const key = JSON.stringify([options, username])
    const context = kept.get(key)?.pop()
    return context ?? (await open(options, (context) => kept.set(key, [...(kept.get(key) ?? []), context])))
  }

  async function open(options, keep) {
    const context = await browser.newContext(options)
    let isClean = true
    for (const [owner, name] of [[context.clock, 'install'], [context, 'addInitScript'], [context, 'clearCookies'], [context, 'exposeFunction']]) {
      const original = owner[name].bind(owner)
      owner[name] = (...given) => {
        isClean = false
        return original(...given)
      }
    }
    const close = context.close.bind(context)
    context.close = async () => {
      if (!isClean) return close()
      await empty(context, origin)
      keep(context)
    }
    return context
  }
}

// empty closes the pages of a context and removes what they stored, but for cookies.
async function empty(context, origin) {
  for (const name of events) context.removeAllListeners(name)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const [page, ...others] = context.pages()
  for (const other of others) await other.close()
  if (!page) return
  const session = await context.newCDPSession(page)
  await page.goto('about:blank')
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' })
  await page.close()
}
