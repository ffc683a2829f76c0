import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '../api/problem'
import { SessionStore } from './session'

/** The tabs of one browser: each with a channel to the others, and one server behind all. */
class Browser {
  channels: TabChannel[] = []
  requests: string[] = []
  tokens = 0

  open() {
    const channel = new TabChannel(this)
    this.channels.push(channel)
    return new SessionStore(channel as unknown as BroadcastChannel)
  }

  fetch = async (path: string, init: RequestInit) => {
    this.requests.push(`${init.method} ${path}`)
    if (init.method === 'DELETE') return Response.json({ success: true })
    this.tokens++
    const data = { access_token: `token ${this.tokens}`, expires_in: 900, user: { id: 1, username: 'ansel' } }
    return Response.json({ success: true, data })
  }
}

class TabChannel {
  onmessage: (event: { data: unknown }) => void = () => {}
  browser: Browser
  constructor(browser: Browser) {
    this.browser = browser
  }
  postMessage(data: unknown) {
    for (const other of this.browser.channels) if (other !== this) queueMicrotask(() => other.onmessage({ data }))
  }
}

function begin() {
  const browser = new Browser()
  const held: { name: string }[] = []
  vi.stubGlobal('fetch', browser.fetch)
  vi.stubGlobal('navigator', {
    locks: {
      query: async () => ({ held }),
      request: (name: string, ...rest: unknown[]) => {
        const work = rest.at(-1) as () => Promise<unknown>
        if (rest.length === 1) return work()
        held.push({ name })
      },
    },
  })
  return browser
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('many requests at once renew a token once', async () => {
  const browser = begin()
  const tab = browser.open()
  const tokens = await Promise.all([tab.token(), tab.token(), tab.token()])
  expect(tokens).toEqual(['token 1', 'token 1', 'token 1'])
  expect(browser.requests).toEqual(['POST /admin/session/refresh'])
})

test('a second tab is told by the first, and asks nothing of the server', async () => {
  const browser = begin()
  await browser.open().signIn('ansel', 'a long enough password')
  const second = browser.open()
  await second.restore()
  expect(second.current()?.token).toBe('token 1')
  expect(browser.requests).toEqual(['POST /admin/session'])
})

test('a token that is about to expire is renewed before it is used, for all tabs', async () => {
  const browser = begin()
  vi.useFakeTimers({ toFake: ['Date'] })
  const [first, second] = [browser.open(), browser.open()]
  await first.signIn('ansel', 'a long enough password')
  vi.setSystemTime(Date.now() + 880_000)
  expect(await first.token()).toBe('token 2')
  expect(await second.token()).toBe('token 2')
})

test('signing out in one tab signs out all', async () => {
  const browser = begin()
  const [first, second] = [browser.open(), browser.open()]
  await first.signIn('ansel', 'a long enough password')
  await second.signOut()
  expect(first.current()).toBeNull()
  expect(await first.token()).toBeUndefined()
})

test('when no answer comes, that is a problem and not a sign-out', async () => {
  const browser = begin()
  const tab = browser.open()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(tab.restore()).rejects.toSatisfy((e) => e instanceof Problem && e.type === 'OFFLINE')
  expect(tab.current()).toBeUndefined()
})
