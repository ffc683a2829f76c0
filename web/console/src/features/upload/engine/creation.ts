import { Problem } from '../../../api/problem'
import { ProcessingFailed } from './following'
import type { Item } from './item'
import type { Patience } from './patience'
import type { Clock, Created, Details, Network, NewPhoto } from './ports'
import type { Queue } from './queue'
import { titleOf } from './title'

/** How long files that have arrived wait for others, so that one request makes photos of them all. */
const gathering = 1_500
/** The most photos of one request. */
const most = 100

interface Needs {
  queue: Queue
  network: Network
  patience: Patience
  clock: Clock
  details: () => Details
  newKey: () => string
}

/** Creation makes photos of what has arrived. */
export class Creation {
  #busy = false

  constructor(private readonly needs: Needs) {}

  pump(): void {
    if (!this.#busy && this.needs.queue.has('sent')) this.#run()
  }

  async #run() {
    this.#busy = true
    do {
      await this.needs.clock.sleep(gathering)
      await this.#create([...this.needs.queue.at('sent')].slice(0, most))
    } while (this.needs.queue.has('sent'))
    this.#busy = false
  }

  async #create(items: Item[]) {
    const { network, patience, newKey } = this.needs
    const details = this.needs.details()
    const photos = items.map((item) => photoOf(item, details))
    const key = newKey()
    try {
      const created = await patience.persist(() => network.create(photos, key), {
        rate: 'general',
        onRest: (rest) => this.#changeAll(items, { problem: rest?.problem, retryAt: rest?.until }),
      })
      for (const [i, item] of items.entries()) await this.#became(item, created[i] as Created)
    } catch (problem) {
      this.#changeAll(items, { stage: 'failed', failedAt: 'creating', problem: problem as Error })
    }
  }

  async #became({ key, fileId }: Item, created: Created) {
    const rested = { problem: undefined, retryAt: undefined }
    if ('photoId' in created) this.needs.queue.change(key, { stage: 'processing', photoId: created.photoId, ...rested })
    // Before the page was left a photo was made of the file, of which the answer got lost.
    else if (created.error instanceof Problem && created.error.type === 'RESOURCE_CONFLICT')
      this.needs.queue.change(key, { stage: 'processing', ...rested })
    else {
      const unmade = await this.#whyUnmade(fileId as string)
      const failure = unmade
        ? ({ failedAt: 'processing', problem: unmade } as const)
        : ({ failedAt: 'creating', problem: created.error } as const)
      this.needs.queue.change(key, { stage: 'failed', ...failure, retryAt: undefined })
    }
  }

  /** #whyUnmade returns the problem of a file of which the server has found already that it can make no pictures. */
  async #whyUnmade(fileId: string): Promise<Error | undefined> {
    const now = await this.needs.network.status(fileId).catch(() => undefined)
    return now?.status === 'failed' ? new ProcessingFailed(now) : undefined
  }

  #changeAll(items: Item[], change: Partial<Item>) {
    for (const { key } of items) if (this.needs.queue.get(key)?.stage === 'sent') this.needs.queue.change(key, change)
  }
}

function photoOf(item: Item, { title, tags, categories, status }: Details): NewPhoto {
  const photo: NewPhoto = { file_id: item.fileId as string, title: titleOf(title, item), tags, categories }
  return status ? { ...photo, status } : photo
}
