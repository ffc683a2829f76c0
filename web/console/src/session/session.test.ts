import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '../api/problem'
import { SessionStore } from './session'

/** The tabs of one browser: each with a channel to the others, and one server behind all. */
class Browser {
  channels: TabChannel[] = []
  requests: string[] = []
  tokens = 0
  user = { id: 1, username: 'ansel' }
  ended = false

  open(hasUnsaved = false) {
    const channel = new TabChannel(this)
    this.channels.push(channel)
    return new SessionStore(channel as unknown as BroadcastChannel, undefined, () => hasUnsaved)
  }

  fetch = async (path: string, init: RequestInit) => {
    this.requests.push(`${init.method} ${path}`)
    if (init.method === 'DELETE') return Response.json({ success: true })
    if (path.endsWith('/refresh') && this.ended) return Response.json({}, { status: 401 })
    this.ended = false
    this.tokens++
    const data = { access_token: `token ${this.tokens}`, expires_in: 900, user: this.user }
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

/** What plain http has: no locks, but a storage that all tabs share. */
function beginWithoutLocks() {
  const browser = begin()
  const stored = new Map<string, string>()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', { addEventListener: () => {} })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  return browser
}

const refreshes = (browser: Browser) => browser.requests.filter((request) => request.endsWith('/refresh')).length

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

test('a tab that is told of a token while its own refresh is not answered goes on', async () => {
  const browser = begin()
  const [first, second] = [browser.open(), browser.open()]
  const asked = new Promise<void>((done) => {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (!path.endsWith('/refresh')) return browser.fetch(path, init)
      done()
      return new Promise(() => {})
    })
  })
  const token = second.token()
  await asked
  await first.signIn('ansel', 'a long enough password')
  expect(await token).toBe('token 1')
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

test('without locks, five tabs whose token ends at once refresh it once', async () => {
  const browser = beginWithoutLocks()
  vi.useFakeTimers({ toFake: ['Date'] })
  const tabs = Array.from({ length: 5 }, () => browser.open())
  await tabs[0]?.signIn('ansel', 'a long enough password')
  vi.setSystemTime(Date.now() + 880_000)
  expect(await Promise.all(tabs.map((tab) => tab.token()))).toEqual(Array(5).fill('token 2'))
  expect(refreshes(browser)).toBe(1)
})

test('without locks, a tab that was killed while it refreshed is not waited for', async () => {
  const browser = beginWithoutLocks()
  localStorage.setItem('vitrine-refresh', JSON.stringify({ tab: 'killed', until: Date.now() + 300 }))
  localStorage.setItem('vitrine-tab', JSON.stringify(['killed']))
  expect(await browser.open().token()).toBe('token 1')
  expect(localStorage.getItem('vitrine-tab')).not.toContain('killed')
})

test('without locks, what others wrote to the storage is no reason to fail', async () => {
  const browser = beginWithoutLocks()
  for (const name of ['vitrine-refresh', 'vitrine-tab']) localStorage.setItem(name, '{')
  expect(await browser.open().token()).toBe('token 1')
})

test('a session that was ended elsewhere is waited for, and goes on with the same user', async () => {
  const browser = begin()
  const tab = browser.open()
  await tab.signIn('ansel', 'a long enough password')
  browser.ended = true
  const renewed = tab.renew('token 1')
  await vi.waitFor(() => expect(tab.current()).toMatchObject({ ended: true, user: { id: 1 } }))
  expect(refreshes(browser)).toBe(1)
  await tab.signIn('ansel', 'a long enough password')
  expect(await renewed).toBe('token 2')
  expect(tab.current()?.ended).toBeUndefined()
})

test('who waited for the same user gets no token of another', async () => {
  const browser = begin()
  const tab = browser.open()
  await tab.signIn('ansel', 'a long enough password')
  browser.ended = true
  const renewed = tab.renew('token 1')
  await vi.waitFor(() => expect(tab.current()?.ended).toBe(true))
  browser.user = { id: 2, username: 'vivian' }
  await tab.signIn('vivian', 'a long enough password')
  expect(await renewed).toBeUndefined()
})

test('what was asked for as one user is not done as another who has signed in since', async () => {
  const browser = begin()
  const [first, second] = [browser.open(), browser.open()]
  await first.signIn('ansel', 'a long enough password')
  await second.signOut()
  browser.user = { id: 2, username: 'vivian' }
  await second.signIn('vivian', 'a long enough password')
  await vi.waitFor(() => expect(first.current()?.user.username).toBe('vivian'))
  expect(await first.renew('token 1')).toBeUndefined()
  expect(await first.renew(undefined)).toBeUndefined()
  expect(await first.renew('token 2')).toBe('token 3')
})

test('a refresh that finds another user gives no token to who began it', async () => {
  const browser = begin()
  vi.useFakeTimers({ toFake: ['Date'] })
  const tab = browser.open()
  await tab.signIn('ansel', 'a long enough password')
  vi.setSystemTime(Date.now() + 880_000)
  browser.user = { id: 2, username: 'vivian' }
  expect(await tab.token()).toBeUndefined()
  expect(await tab.token()).toBe('token 2')
})

test('a refused token is not taken from another tab again, and both tabs keep their screens', async () => {
  const browser = begin()
  const [first, second] = [browser.open(), browser.open()]
  await first.signIn('ansel', 'a long enough password')
  browser.ended = true
  const renewed = first.renew('token 1')
  await vi.waitFor(() => expect(second.current()?.ended).toBe(true))
  await second.signIn('ansel', 'a long enough password')
  expect(await renewed).toBe('token 2')
})

test('what is not saved survives a sign-out in another tab, and a sign-in as somebody else', async () => {
  const browser = begin()
  const [first, second] = [browser.open(), browser.open(true)]
  await first.signIn('ansel', 'a long enough password')
  await first.signOut()
  await vi.waitFor(() => expect(second.current()?.ended).toBe(true))
  browser.user = { id: 2, username: 'vivian' }
  await first.signIn('vivian', 'a long enough password')
  await Promise.resolve()
  expect(second.current()).toMatchObject({ ended: true, user: { username: 'ansel' } })
})

test('signing out of an ended session ends the waiting', async () => {
  const browser = begin()
  const tab = browser.open()
  await tab.signIn('ansel', 'a long enough password')
  browser.ended = true
  const renewed = tab.renew('token 1')
  await vi.waitFor(() => expect(tab.current()?.ended).toBe(true))
  await tab.signOut()
  expect(await renewed).toBeUndefined()
  expect(tab.current()).toBeNull()
})
