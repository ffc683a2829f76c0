// How a request goes on after a failure that will pass.
import { Problem } from '../../../api/problem'
import type { Clock } from './ports'

/** The rate classes in which the requests of uploads count. */
export type RateClass = 'upload' | 'general' | 'none'

const shortest = 1_000
const longest = 30_000
/** A fault in the server, or on the way to it, may pass or not. */
const triesOfFaults = 4

export interface Rest {
  problem: Problem
  until: number
}

interface Options {
  signal?: AbortSignal
  rate: RateClass
  /** Is told of each rest, and of its end by undefined. */
  onRest?: (rest: Rest | undefined) => void
  /** Is asked before each repetition; what it throws ends it. */
  beforeAgain?: (problem: Problem) => Promise<void>
}

/** Patience repeats requests until they succeed or cannot. A limit that one reaches holds up all of its class. */
export class Patience {
  #closed: Partial<Record<RateClass, Rest>> = {}
  #halted = false
  /** How often in a row the connection was found cut, and until when that is rested for: by all together. */
  #cuts = { count: 0, until: 0 }
  /** Until when one waits because the server said so, in other words than those of a limit. */
  #resting = 0
  #woken = new AbortController()

  constructor(
    private readonly clock: Clock,
    private readonly onChange: () => void,
  ) {}

  /** limit returns what the server wants to be waited for before more is sent. */
  limit(rate: RateClass): Rest | undefined {
    const rest = this.#closed[rate]
    return rest && rest.until > this.clock.now() ? rest : undefined
  }

  /** restsUntil returns when more is sent, if that is not now. */
  restsUntil(): number {
    return Math.max(this.limit('upload')?.until ?? 0, this.limit('general')?.until ?? 0, this.#resting)
  }

  /** halt holds up everything until wake: nobody is signed in. */
  halt(): void {
    this.#halted = true
  }

  /** wake ends the rests after cut connections, and a halt: there is a connection, or somebody, again. */
  wake(): void {
    this.#halted = false
    this.#woken.abort()
    this.#woken = new AbortController()
  }

  async persist<T>(work: () => Promise<T>, options: Options): Promise<T> {
    for (let failures = 0; ; failures++) {
      await this.#open(options)
      try {
        const done = await work()
        this.#cuts.count = 0
        return done
      } catch (problem) {
        options.signal?.throwIfAborted()
        if (!(problem instanceof Problem)) throw problem
        await this.#restAfter(problem, failures, options)
      }
    }
  }

  async #restAfter(problem: Problem, failures: number, options: Options) {
    if (problem.status === 401) return this.halt() // #open waits for somebody
    const wait = restAfter(problem, isCut(problem) ? this.#cutsSoFar() : failures)
    if (wait === undefined) throw problem
    await this.#rest(problem, wait, options)
    await options.beforeAgain?.(problem)
  }

  /** #cutsSoFar counts requests that break off together once. */
  #cutsSoFar(): number {
    const now = this.clock.now()
    if (now >= this.#cuts.until) {
      this.#cuts = { count: this.#cuts.count + 1, until: now + grown(this.#cuts.count) }
    }
    return this.#cuts.count - 1
  }

  async #rest(problem: Problem, wait: number, { rate, signal, onRest }: Options) {
    const rest = { problem, until: this.clock.now() + wait }
    if (isLimit(problem)) {
      this.#closed[rate] = rest
      this.onChange()
      return // #open waits, as it does for the others
    }
    this.#resting = Math.max(this.#resting, isCut(problem) ? 0 : rest.until)
    onRest?.(rest)
    await this.clock.sleep(wait, this.#wokenOr(signal))
    signal?.throwIfAborted()
    onRest?.(undefined)
  }

  async #open({ rate, signal }: Options) {
    while (this.#halted) {
      await aborted(this.#wokenOr(signal))
      signal?.throwIfAborted()
    }
    for (let rest = this.limit(rate); rest; rest = this.limit(rate)) {
      await this.clock.sleep(rest.until - this.clock.now(), signal)
      signal?.throwIfAborted()
      this.onChange()
    }
  }

  #wokenOr(signal: AbortSignal | undefined): AbortSignal {
    return AbortSignal.any([this.#woken.signal, ...(signal ? [signal] : [])])
  }
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((done) => signal.addEventListener('abort', done, { once: true }))
}

/** isCut tells whether the connection broke, or could not be made. */
export function isCut(problem: Problem): boolean {
  return problem.type === 'OFFLINE'
}

function grown(failures: number): number {
  return Math.min(longest, shortest * 2 ** failures)
}

function isLimit(problem: Problem): boolean {
  return problem.type === 'RATE_LIMIT_EXCEEDED'
}

/** restAfter returns for how long to wait before a repetition; undefined if that would not help. */
export function restAfter(problem: Problem, failures: number): number | undefined {
  const asked = problem.retryAfter * 1000
  if (isLimit(problem)) return Math.max(shortest, asked)
  if (isCut(problem) || problem.type === 'SERVICE_UNAVAILABLE') return Math.max(grown(failures), asked)
  if (problem.details.conflict === 'still_running') return Math.max(shortest, asked)
  const mayPass = problem.status >= 500 || isDamage(problem)
  return mayPass && failures < triesOfFaults ? grown(failures) : undefined
}

/** Other bytes arrived than were sent. */
function isDamage({ faults }: Problem): boolean {
  return faults.some(({ field }) => field === 'Content-Digest')
}
