// The other tabs of this browser that are signed in: whether there are any, and
// that one of them at a time refreshes the sign-in.

export interface Tabs {
  /** Whether others may be there to be asked. */
  others(): Promise<boolean>
  /** This tab is signed in from now on. */
  appear(): void
  /** Others were asked, and nobody answered. */
  unanswered(): void
  /** Does the work while no other tab does its own. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/** What signed-in tabs hold together, so that a tab can see that there are others. */
const presence = 'vitrine-tab'
const refreshing = 'vitrine-refresh'

/** newTabs returns the tabs by Web Locks, or by what plain http has. */
export function newTabs(): Tabs {
  const locks = globalThis.navigator?.locks
  return locks ? new LockedTabs(locks) : new StoredTabs()
}

class LockedTabs implements Tabs {
  #locks: LockManager
  #present = false

  constructor(locks: LockManager) {
    this.#locks = locks
  }

  async others(): Promise<boolean> {
    const { held = [] } = await this.#locks.query()
    return held.filter((lock) => lock.name === presence).length > (this.#present ? 1 : 0)
  }

  /** The lock is held until the tab is closed. */
  appear(): void {
    if (this.#present) return
    this.#present = true
    this.#locks.request(presence, { mode: 'shared' }, () => new Promise(() => {}))
  }

  unanswered(): void {}

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    return await this.#locks.request(refreshing, work)
  }
}

/** How long a tab may take to refresh before others no longer wait for it. */
const patience = 6_000
/** How long two tabs that begin at once have to see what the other wrote. */
const settling = 40

interface Lease {
  tab: string
  until: number
}

/** StoredTabs leaves notes in the storage that all tabs share. One that was killed leaves them behind: so they end. */
class StoredTabs implements Tabs {
  #tab = crypto.getRandomValues(new Uint32Array(2)).join('-')

  async others(): Promise<boolean> {
    return this.#present().some((tab) => tab !== this.#tab)
  }

  appear(): void {
    if (this.#present().includes(this.#tab)) return
    this.#write(presence, [...this.#present(), this.#tab])
    window.addEventListener('pagehide', () => this.#keep((tab) => tab !== this.#tab))
  }

  /** Who is there all the same appears again at the next occasion. */
  unanswered(): void {
    this.#keep((tab) => tab === this.#tab)
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    while (!(await this.#taken())) await pause(settling)
    try {
      return await work()
    } finally {
      if (this.#read<Lease>(refreshing)?.tab === this.#tab) localStorage.removeItem(refreshing)
    }
  }

  /** Two that take it at once write one after the other, and the later one has it. */
  async #taken(): Promise<boolean> {
    const held = this.#read<Lease>(refreshing)
    if (held && held.tab !== this.#tab && held.until > Date.now() && held.until <= Date.now() + patience) return false
    this.#write(refreshing, { tab: this.#tab, until: Date.now() + patience } satisfies Lease)
    await pause(settling)
    return this.#read<Lease>(refreshing)?.tab === this.#tab
  }

  #keep(which: (tab: string) => boolean): void {
    this.#write(presence, this.#present().filter(which))
  }

  #present(): string[] {
    return this.#read<string[]>(presence) ?? []
  }

  #read<T>(name: string): T | undefined {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
    } catch {
      return undefined // written by somebody else
    }
  }

  #write(name: string, value: unknown): void {
    localStorage.setItem(name, JSON.stringify(value))
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
