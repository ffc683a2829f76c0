// Who is signed in. The access token is in memory only, the refresh token in a
// cookie that no script can read. Tabs tell one another, so that one refresh
// serves them all and a sign-out ends them all.
import { offline, problemOf } from '../api/problem'
import type { SignedIn } from '../api/types'
import { hasUnsaved } from '../ui/unsaved'
import { newTabs, type Tabs } from './tabs'

export interface Session {
  token: string
  /** In milliseconds since 1970. */
  expiresAt: number
  user: SignedIn['user']
  /** Ended by others: what is on the screen stays there, for the same user to sign in again. */
  ended?: boolean
}

/** undefined: not known yet; null: nobody. */
type State = Session | null | undefined

type Message =
  | { kind: 'ask'; refused?: string }
  | { kind: 'here'; session: Session }
  | { kind: 'ended' }
  | { kind: 'signed out' }

const address = '/admin/session'
/** How long before its end a token is renewed: longer than a request takes to arrive. */
const margin = 30_000
/** How long other tabs have to answer, which takes them a millisecond or two unless they sleep. */
const patience = 500

export class SessionStore {
  #state: State
  #listeners = new Set<() => void>()
  #channel: BroadcastChannel
  #tabs: Tabs
  #hasUnsaved: () => boolean
  #renewal: Promise<void> | undefined
  /** The last token that the server would not take. */
  #refused: string | undefined
  /** Whose each token was: a request goes on as nobody else's. */
  #holders = new Map<string | undefined, number>()

  constructor(channel = new BroadcastChannel('vitrine-session'), tabs: Tabs = newTabs(), unsaved = hasUnsaved) {
    this.#channel = channel
    this.#tabs = tabs
    this.#hasUnsaved = unsaved
    channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data)
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly current = (): State => this.#state

  /**
   * token returns a token that is good for a while, or undefined for nobody, and where somebody else has signed in since.
   * While the session is ended it waits.
   */
  async token(): Promise<string | undefined> {
    if (this.#state === null) return undefined
    const asking = this.#state?.user.id
    if (!this.#state?.ended && !this.#isFresh()) await this.#refresh()
    const known = this.current()
    if (known?.ended) return this.#tokenOfSame(known.user.id)
    return asking === undefined || known?.user.id === asking ? known?.token : undefined
  }

  /** renew returns another token of the same user than the one that was refused. */
  async renew(refused: string | undefined): Promise<string | undefined> {
    if (this.#state?.user.id !== this.#holders.get(refused)) return undefined
    if (this.#state && this.#state.token === refused) {
      this.#refused = refused
      this.#state = { ...this.#state, expiresAt: 0 }
    }
    return this.token()
  }

  /** restore finds out who is signed in, after a reload. */
  async restore(): Promise<void> {
    if (this.#state === undefined) await this.#refresh()
  }

  async signIn(username: string, password: string): Promise<void> {
    const session = await begin(address, { username, password })
    if (!session) return
    this.#say({ kind: 'here', session })
    this.#set(session)
  }

  async signOut(): Promise<void> {
    if (this.#state && !this.#state.ended && !this.#isFresh()) await this.#refresh()
    const token = this.#state?.token
    const answer = await ask(address, { method: 'DELETE', headers: token ? { Authorization: `Bearer ${token}` } : {} })
    answer.body?.cancel() // unread, it would hold a connection to the server
    this.#say({ kind: 'signed out' })
    this.#set(null)
  }

  /**
   * One refresh at a time: of this tab by the promise, of all tabs by what they share. Where two refresh all the same,
   * the first to be answered tells the other, which need not wait for its own.
   */
  async #refresh(): Promise<void> {
    this.#renewal ??= this.#tabs
      .exclusively(() => this.#refreshAlone())
      .finally(() => {
        this.#renewal = undefined
      })
    let stop = () => {}
    const told = new Promise<void>((done) => {
      stop = this.subscribe(() => this.#isFresh() && done())
    })
    await Promise.race([this.#renewal, told]).finally(stop)
  }

  async #refreshAlone(): Promise<void> {
    if (!this.#isFresh()) await this.#askOthers()
    if (this.#isFresh()) return
    const session = await begin(`${address}/refresh`)
    this.#say(session ? { kind: 'here', session } : { kind: 'ended' })
    if (session) this.#take(session)
    else this.#end()
  }

  async #askOthers(): Promise<void> {
    if (!(await this.#tabs.others())) return
    this.#say({ kind: 'ask', refused: this.#refused })
    await new Promise<void>((done) => {
      const stop = this.subscribe(finish)
      const timer = setTimeout(() => {
        this.#tabs.unanswered()
        finish()
      }, patience)
      function finish() {
        clearTimeout(timer)
        stop()
        done()
      }
    })
  }

  #hear(message: Message) {
    switch (message.kind) {
      case 'ask':
        if (!this.#state || !this.#isFresh() || this.#state.token === message.refused) return
        this.#tabs.appear()
        this.#say({ kind: 'here', session: this.#state })
        break
      case 'here':
        if (message.session.token !== this.#refused) this.#take(message.session)
        break
      case 'ended':
        this.#end()
        break
      case 'signed out':
        if (this.#hasUnsaved()) this.#end()
        else this.#set(null)
    }
  }

  /** Another user's session is not for what this one has typed. */
  #take(session: Session) {
    const isOther = this.#state && this.#state.user.id !== session.user.id
    if (isOther && this.#hasUnsaved()) this.#end()
    else this.#set(session)
  }

  /** Somebody who was here may have typed what is saved nowhere. */
  #end() {
    this.#set(this.#state ? { ...this.#state, token: '', expiresAt: 0, ended: true } : null)
  }

  /** The token of the same user, once they have signed in again; none if they do not. */
  #tokenOfSame(userId: number): Promise<string | undefined> {
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#state?.ended) return
        stop()
        resolve(this.#state?.user.id === userId ? this.#state.token : undefined)
      })
    })
  }

  #isFresh(): boolean {
    return !!this.#state && this.#state.expiresAt - Date.now() > margin
  }

  #say(message: Message) {
    this.#channel.postMessage(message)
  }

  #set(state: Session | null) {
    this.#state = state
    if (state && !state.ended) {
      this.#holders.set(state.token, state.user.id)
      this.#tabs.appear()
    }
    for (const listener of [...this.#listeners]) listener()
  }
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

export const session = new SessionStore()
