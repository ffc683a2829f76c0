// The queue of a user in all tabs of a browser: one tab sends, the others show it
// and hand over what is dropped on them.
import type { Engine, Found } from './engine'
import type { Item } from './item'
import type { Rest } from './patience'
import type { Clock, Details, Limits } from './ports'
import { type Sealed, seal, unseal } from './sealed'

/** How often other tabs are told of changes, in milliseconds. */
const beat = 1_000

/** What is shown of a queue. */
export interface View {
  items: readonly Item[]
  figures: Figures
  /** Whether another tab sends. */
  elsewhere: boolean
}

export interface Figures {
  /** Bytes a second; 0 while nothing arrives. */
  speed: number
  secondsLeft: number | undefined
  /** For what the server, or the way to it, is waited for. */
  rest: Rest | undefined
}

export type Action = 'pause' | 'resume' | 'retry' | 'sendAnyway' | 'remove' | 'clear'

export type Message =
  /** What is there? Sent by who looks on. */
  | { kind: 'ask' }
  /** Sent by who begins to send: others may ask. */
  | { kind: 'begun' }
  | { kind: 'view'; items: Sealed[]; gone: string[]; whole: boolean; figures: Omit<Figures, 'rest'>; rest?: Sealed }
  | { kind: 'act'; action: Action; keys?: string[] }
  | { kind: 'details'; details: Details }
  | { kind: 'add'; id: string; found: Found[] }
  | { kind: 'added'; id: string; same: number }

/** Channel carries messages to the other tabs, as a BroadcastChannel does. */
export interface Channel {
  postMessage(message: Message): void
  onmessage: ((event: MessageEvent<Message>) => void) | null
}

interface Needs {
  engine: () => Engine
  channel: Channel
  clock: Clock
  newKey: () => string
}

const nothing: Figures = { speed: 0, secondsLeft: undefined, rest: undefined }

export class Uploads {
  #engine: Engine | undefined
  #isSending = false
  #view: View = { items: [], figures: nothing, elsewhere: true }
  #listeners = new Set<() => void>()
  /** What other tabs were told, once there is one. */
  #told: Map<string, Item> | undefined
  #telling = false
  /** What was handed over, until that is confirmed. */
  #handed = new Map<string, { found: Found[]; done: (same: number) => void }>()

  constructor(private readonly needs: Needs) {
    needs.channel.onmessage = ({ data }) => this.#hear(data)
    needs.channel.postMessage({ kind: 'ask' })
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly view = (): View => this.#view

  /** begin has this tab send. */
  readonly begin = () => {
    this.#isSending = true
    if (!this.#engine) {
      this.#engine = this.needs.engine()
      this.#engine.queue.subscribe(() => this.#look())
    }
    this.#engine.restore()
    this.#engine.wake()
    for (const [id, { found }] of this.#handed) this.add(found).then((same) => this.#confirm(id, same))
    this.needs.channel.postMessage({ kind: 'begun' })
    this.#look()
  }

  /** end has this tab only look on. */
  readonly end = () => {
    this.#isSending = false
    this.#engine?.halt()
    this.needs.channel.postMessage({ kind: 'ask' })
  }

  wake(): void {
    if (this.#isSending) this.#engine?.wake()
  }

  halt(): void {
    this.#engine?.halt()
  }

  /** add takes files in, and returns how many of them it has already. */
  add(found: Found[]): Promise<number> {
    if (this.#isSending && this.#engine) return this.#engine.add(found)
    return new Promise((done) => {
      const id = this.needs.newKey()
      this.#handed.set(id, { found, done })
      this.needs.channel.postMessage({ kind: 'add', id, found })
    })
  }

  act(action: Action, keys?: string[]): void {
    if (!this.#isSending) this.needs.channel.postMessage({ kind: 'act', action, keys })
    else if (action === 'sendAnyway' || action === 'remove') this.#engine?.[action](keys ?? [])
    else this.#engine?.[action](keys)
  }

  setDetails(details: Details): void {
    if (this.#isSending && this.#engine) this.#engine.details = details
    else this.needs.channel.postMessage({ kind: 'details', details })
  }

  setLimits(limits: Limits): void {
    if (this.#engine) this.#engine.limits = limits
  }

  #hear(message: Message) {
    if (message.kind === 'view') return this.#isSending || this.#see(message)
    if (message.kind === 'added') return this.#confirm(message.id, message.same)
    if (message.kind === 'begun') this.needs.channel.postMessage({ kind: 'ask' })
    if (!this.#isSending) return
    if (message.kind === 'ask') this.#tell(true)
    else if (message.kind === 'act') this.act(message.action, message.keys)
    else if (message.kind === 'details') this.setDetails(message.details)
    else if (message.kind === 'add') {
      const { id } = message
      this.add(message.found).then((same) => this.needs.channel.postMessage({ kind: 'added', id, same }))
    }
  }

  #confirm(id: string, same: number) {
    this.#handed.get(id)?.done(same)
    this.#handed.delete(id)
  }

  /** #look shows what the engine has. */
  #look() {
    if (!this.#isSending || !this.#engine) return
    this.#show({ items: this.#engine.queue.shown(), figures: this.#engine.figures(), elsewhere: false })
    if (!this.#told || this.#telling) return
    this.#telling = true
    this.needs.clock.sleep(beat).then(() => {
      this.#telling = false
      this.#tell(false)
    })
  }

  /** #tell tells other tabs what is new, or all. */
  #tell(whole: boolean) {
    const { items, figures } = this.#view
    const before = whole ? new Map<string, Item>() : this.#told
    const now = new Map(items.map((item) => [item.key, item]))
    const changed = items.filter((item) => before?.get(item.key) !== item)
    const gone = [...(before?.keys() ?? [])].filter((key) => !now.has(key))
    this.#told = now
    const { rest, ...others } = figures
    this.needs.channel.postMessage({
      kind: 'view',
      items: changed.map(seal),
      gone,
      whole,
      figures: others,
      rest: rest && seal(rest),
    })
  }

  /** #see shows what another tab tells. */
  #see({ items, gone, whole, figures, rest }: Extract<Message, { kind: 'view' }>) {
    const now = new Map(whole ? [] : this.#view.items.map((item) => [item.key, item]))
    for (const item of items) now.set((item as unknown as Item).key, unseal<Item>(item))
    for (const key of gone) now.delete(key)
    this.#show({
      items: [...now.values()],
      figures: { ...figures, rest: rest && unseal<Rest>(rest) },
      elsewhere: true,
    })
  }

  #show(view: View) {
    this.#view = view
    for (const listener of [...this.#listeners]) listener()
  }
}
