import type { Failed } from '../../../ui/reasons'
import type { Item } from './item'
import type { Patience } from './patience'
import type { Clock, Network } from './ports'
import type { Queue } from './queue'

/** How many files are asked about in each round: the server works on few at a time, in their order. */
const ahead = 6
/** Between two rounds: longer while nothing happens. */
const between = { first: 1_000, last: 10_000 }

interface Needs {
  queue: Queue
  network: Network
  patience: Patience
  clock: Clock
  /** Is told of each file that is a photo with all of its pictures. */
  onMade: () => void
}

/** The server makes no pictures of it. */
export class ProcessingFailed extends Error {
  constructor(readonly failed: Failed) {
    super(failed.error ?? '')
  }
}

/** Following tells how far the server is with what it has. */
export class Following {
  #busy = false

  constructor(private readonly needs: Needs) {}

  pump(): void {
    if (!this.#busy && this.needs.queue.has('processing')) this.#run()
  }

  async #run() {
    this.#busy = true
    let delay = between.first
    while (this.needs.queue.has('processing')) {
      await this.needs.clock.sleep(delay)
      delay = (await this.#round()) ? between.first : Math.min(between.last, delay * 1.5)
    }
    this.#busy = false
  }

  /** #round returns whether anything is new. */
  async #round(): Promise<boolean> {
    let unfinished = 0
    let news = false
    for (const item of [...this.needs.queue.at('processing')]) {
      if (unfinished === ahead) break
      news = (await this.#look(item)) || news
      if (this.needs.queue.get(item.key)?.stage === 'processing') unfinished++
    }
    return news
  }

  async #look({ key, fileId, steps, lack }: Item): Promise<boolean> {
    const { queue, network, patience } = this.needs
    try {
      const now = await patience.persist(() => network.status(fileId as string), { rate: 'none' })
      if (now.status === 'completed') {
        this.needs.onMade()
        queue.change(key, { stage: 'done', steps: now.steps })
      } else if (now.status === 'failed')
        queue.change(key, { ...failed, steps: now.steps, problem: new ProcessingFailed(now) })
      else if (JSON.stringify(now.steps) !== JSON.stringify(steps) || now.error !== (lack?.error ?? null))
        queue.change(key, { steps: now.steps, made: now.progress, lack: now.error ? now : undefined })
      else return false
      return true
    } catch (problem) {
      queue.change(key, { ...failed, problem: problem as Error })
      return true
    }
  }
}

const failed = { stage: 'failed', failedAt: 'processing' } as const
