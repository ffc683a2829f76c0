// Who is signed in. The access token is in memory only, the refresh token in a
// cookie that no script can read. Tabs tell one another, so that one refresh
// serves them all and a sign-out ends them all.
import { offline, problemOf } from '../api/problem'
import type { SignedIn } from '../api/types'

export interface Session {
  token: string
  /** In milliseconds since 1970. */
  expiresAt: number
  user: SignedIn['user']
}

/** undefined: not known yet; null: nobody. */
type State = Session | null | undefined

type Message = { kind: 'ask' } | { kind: 'here'; session: Session } | { kind: 'ended' }

const address = '/admin/session'
/** How long before its end a token is renewed: longer than a request takes to arrive. */
const margin = 30_000
/** How long other tabs have to answer, which takes them a millisecond or two unless they sleep. */
const patience = 500
/** What signed-in tabs hold together, so that a tab can see that there are others. */
const presence = 'vitrine-tab'

export class SessionStore {
  #state: State
  #listeners = new Set<() => void>()
  #channel: BroadcastChannel
  #renewal: Promise<State> | undefined
  #present = false

  constructor(channel = new BroadcastChannel('vitrine-session')) {
    this.#channel = channel
    channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data)
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = (): State => this.#state

  /** token returns a token that is good for a while, or undefined for nobody. */
  async token(): Promise<string | undefined> {
    if (isFresh(this.#state)) return this.#state.token
    return this.#state === null ? undefined : (await this.#refresh())?.token
  }

  /** renew returns another token than the one that was refused. */
  async renew(refused: string | undefined): Promise<string | undefined> {
    if (this.#state && this.#state.token === refused) this.#state = { ...this.#state, expiresAt: 0 }
    return this.token()
  }

  /** restore finds out who is signed in, after a reload. */
  async restore(): Promise<void> {
    if (this.#state === undefined) await this.#refresh()
  }

  async signIn(username: string, password: string): Promise<void> {
    this.#tell(await begin(address, { username, password }))
  }

  async signOut(): Promise<void> {
    const token = await this.token()
    await ask(address, { method: 'DELETE', headers: token ? { Authorization: `Bearer ${token}` } : {} })
    this.#tell(null)
  }

  /** One refresh at a time: of this tab by the promise, of all tabs by the lock. */
  #refresh(): Promise<State> {
    this.#renewal ??= exclusively(() => this.#refreshAlone()).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #refreshAlone(): Promise<State> {
    await this.#askOthers()
    if (!isFresh(this.#state)) this.#tell(await begin(`${address}/refresh`))
    return this.#state
  }

  async #askOthers(): Promise<void> {
    if ((await tabs()) <= (this.#present ? 1 : 0)) return
    this.#channel.postMessage({ kind: 'ask' } satisfies Message)
    await new Promise<void>((done) => {
      const stop = this.subscribe(finish)
      const timer = setTimeout(finish, patience)
      function finish() {
        clearTimeout(timer)
        stop()
        done()
      }
    })
  }

  #hear(message: Message) {
    if (message.kind === 'ask') {
      if (isFresh(this.#state)) this.#channel.postMessage({ kind: 'here', session: this.#state } satisfies Message)
    } else if (message.kind === 'here') this.#set(message.session)
    else if (message.kind === 'ended') this.#set(null)
  }

  /** The lock is held until the tab is closed. */
  #appear() {
    this.#present = true
    navigator.locks?.request(presence, { mode: 'shared' }, () => new Promise(() => {}))
  }

  #tell(state: Session | null) {
    this.#channel.postMessage((state ? { kind: 'here', session: state } : { kind: 'ended' }) satisfies Message)
    this.#set(state)
  }

  #set(state: Session | null) {
    this.#state = state
    if (state && !this.#present) this.#appear()
    for (const listener of [...this.#listeners]) listener()
  }
}

/** tabs counts the signed-in tabs. Plain http has no locks: there each tab helps itself. */
async function tabs(): Promise<number> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.filter((lock) => lock.name === presence).length
}

function isFresh(state: State): state is Session {
  return !!state && state.expiresAt - Date.now() > margin
}

/** begin returns the session that the server answers with, or null for nobody. */
async function begin(path: string, body?: unknown): Promise<Session | null> {
  const response = await ask(path, {
    method: 'POST',
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  })
  if (response.status === 204) return null
  const answer = await response.json().catch(() => undefined)
  if (response.ok) return sessionOf(answer.data)
  if (response.status === 401 && !body) return null
  throw problemOf(response, answer)
}

function sessionOf(data: SignedIn): Session {
  return { token: data.access_token, expiresAt: Date.now() + data.expires_in * 1000, user: data.user }
}

function ask(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init).catch((cause) => {
    throw offline(cause)
  })
}

/** Without locks, as at plain http, the server answers tabs that come at once alike. */
async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request('vitrine-refresh', work) : work()
}

export const session = new SessionStore()
