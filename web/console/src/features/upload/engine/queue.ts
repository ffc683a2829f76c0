import { type Item, isOver, type Kept, kept, type Stage } from './item'
import type { Clock, Store } from './ports'

/** How often at most the screen is told of changes, in milliseconds. */
const beat = 100

/** How many records are written at once: more would be felt. */
const mostWritten = 50
/** Between two writings, while few records and while many wait, in milliseconds. */
const betweenWritings = { few: 400, many: 40 }

/** Queue is the items in their order. It keeps in the store what must outlive the page. */
export class Queue {
  #items = new Map<string, Item>()
  #stages = new Map<Stage, Map<string, Item>>()
  #list: readonly Item[] | undefined
  #shown: readonly Item[] = []
  #listeners = new Set<() => void>()
  #telling = false
  #unsaved = new Set<string>()
  #saving: Promise<void> | undefined
  #hurried = false
  #rested = new AbortController()

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

  /** at returns the items of a stage, those that came to it first before the others. */
  at(stage: Stage): Iterable<Item> {
    return this.#of(stage).values()
  }

  has(stage: Stage): boolean {
    return this.#of(stage).size > 0
  }

  get(key: string): Item | undefined {
    return this.#items.get(key)
  }

  add(item: Item): void {
    this.#set(item)
    this.#save([item.key])
    this.#changed()
  }

  /** restore puts in what the store has, but for what came in meanwhile. */
  restore(items: Item[]): void {
    for (const item of items) if (!this.#items.has(item.key)) this.#set(item)
    this.#changed()
  }

  change(key: string, change: Partial<Item>): void {
    const old = this.#items.get(key)
    if (!old) return
    const item = { ...old, ...change }
    this.#set(item, old)
    if (isOver(old) !== isOver(item) || differs(kept(old), kept(item))) this.#save([key])
    this.#changed()
  }

  remove(keys: string[]): void {
    for (const key of keys) {
      const item = this.#items.get(key)
      this.#items.delete(key)
      if (item) this.#of(item.stage).delete(key)
    }
    this.#save(keys)
    this.#changed()
  }

  /** saved waits until the store has everything, and hurries that on. */
  async saved(): Promise<void> {
    this.#hurried = true
    this.#rested.abort()
    while (this.#saving) await this.#saving
    this.#hurried = false
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

  #of(stage: Stage): Map<string, Item> {
    let items = this.#stages.get(stage)
    if (!items) {
      items = new Map()
      this.#stages.set(stage, items)
    }
    return items
  }

  #set(item: Item, old?: Item) {
    if (old && old.stage !== item.stage) this.#of(old.stage).delete(item.key)
    this.#of(item.stage).set(item.key, item)
    this.#items.set(item.key, item)
  }

  #changed() {
    this.#list = undefined
    this.afterChange()
    this.tell()
  }

  /** One writing at a time; what changes meanwhile is in the next. A full store stops no upload. */
  #save(keys: string[]) {
    for (const key of keys) this.#unsaved.add(key)
    this.#saving ??= this.#write()
      .catch(() => {})
      .then(() => this.#rest())
      .finally(() => {
        this.#saving = undefined
        if (this.#unsaved.size > 0) this.#save([])
      })
  }

  async #rest(): Promise<void> {
    if (this.#hurried) return
    this.#rested = new AbortController()
    const { few, many } = betweenWritings
    await this.clock.sleep(this.#unsaved.size < mostWritten ? few : many, this.#rested.signal)
  }

  async #write(): Promise<void> {
    await Promise.resolve()
    const keys = [...this.#unsaved].slice(0, mostWritten)
    for (const key of keys) this.#unsaved.delete(key)
    const lasting = keys.flatMap((key) => this.#items.get(key) ?? []).filter((item) => !isOver(item))
    const lastingKeys = new Set(lasting.map((item) => item.key))
    await this.store.write(
      lasting.map(kept),
      keys.filter((key) => !lastingKeys.has(key)),
    )
  }
}

function differs(a: Kept, b: Kept): boolean {
  return (Object.keys(b) as (keyof Kept)[]).some((name) => a[name] !== b[name])
}
