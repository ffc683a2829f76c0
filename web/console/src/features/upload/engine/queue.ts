import { type Item, isOver, type Kept, kept } from './item'
import type { Clock, Store } from './ports'

/** How often at most the screen is told of changes, in milliseconds. */
const beat = 100

/** How many records are written at once: more would be felt. */
const mostWritten = 100

/** Queue is the items in their order. It keeps in the store what must outlive the page. */
export class Queue {
  #items = new Map<string, Item>()
  #list: readonly Item[] | undefined
  #shown: readonly Item[] = []
  #listeners = new Set<() => void>()
  #telling = false
  #unsaved = new Set<string>()
  #saving: Promise<void> | undefined

  /** afterChange is called at every change, for what goes on because of it. */
  constructor(
    private readonly clock: Clock,
    private readonly store: Store,
    private readonly afterChange: () => void,
  ) {}

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** shown returns the items as the screen was told of them last. */
  readonly shown = (): readonly Item[] => this.#shown

  all(): readonly Item[] {
    this.#list ??= [...this.#items.values()]
    return this.#list
  }

  get(key: string): Item | undefined {
    return this.#items.get(key)
  }

  add(item: Item): void {
    this.#items.set(item.key, item)
    this.#save([item.key])
    this.#changed()
  }

  /** restore puts in what the store has, but for what came in meanwhile. */
  restore(items: Item[]): void {
    for (const item of items) if (!this.#items.has(item.key)) this.#items.set(item.key, item)
    this.#changed()
  }

  change(key: string, change: Partial<Item>): void {
    const old = this.#items.get(key)
    if (!old) return
    const item = { ...old, ...change }
    this.#items.set(key, item)
    if (isOver(old) !== isOver(item) || differs(kept(old), kept(item))) this.#save([key])
    this.#changed()
  }

  remove(keys: string[]): void {
    for (const key of keys) this.#items.delete(key)
    this.#save(keys)
    this.#changed()
  }

  /** saved waits until the store has everything. */
  async saved(): Promise<void> {
    while (this.#saving) await this.#saving
  }

  #changed() {
    this.#list = undefined
    this.afterChange()
    this.tell()
  }

  /** tell lets the screen look again soon. */
  tell(): void {
    if (this.#telling) return
    this.#telling = true
    this.clock.sleep(beat).then(() => {
      this.#telling = false
      this.#shown = this.all()
      for (const listener of [...this.#listeners]) listener()
    })
  }

  /** One writing at a time; what changes meanwhile is in the next. A full store stops no upload. */
  #save(keys: string[]) {
    for (const key of keys) this.#unsaved.add(key)
    this.#saving ??= this.#write()
      .catch(() => {})
      .finally(() => {
        this.#saving = undefined
        if (this.#unsaved.size > 0) this.#save([])
      })
  }

  async #write(): Promise<void> {
    await Promise.resolve()
    const keys = [...this.#unsaved].slice(0, mostWritten)
    for (const key of keys) this.#unsaved.delete(key)
    const lasting = keys.flatMap((key) => this.#items.get(key) ?? []).filter((item) => !isOver(item))
    const lastingKeys = new Set(lasting.map((item) => item.key))
    await this.store.put(lasting.map(kept))
    await this.store.remove(keys.filter((key) => !lastingKeys.has(key)))
  }
}

function differs(a: Kept, b: Kept): boolean {
  return (Object.keys(b) as (keyof Kept)[]).some((name) => a[name] !== b[name])
}
