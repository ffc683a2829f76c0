// What went wrong with a request, as the interface has to show it.
import type { Fault } from './types'

/** OFFLINE is ours: no answer came at all. The others are those of the API. */
export type ProblemType =
  | 'OFFLINE'
  | 'VALIDATION_ERROR'
  | 'AUTHENTICATION_REQUIRED'
  | 'INVALID_TOKEN'
  | 'TOKEN_EXPIRED'
  | 'PERMISSION_DENIED'
  | 'RESOURCE_NOT_FOUND'
  | 'RESOURCE_CONFLICT'
  | 'UNPROCESSABLE_ENTITY'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_SERVER_ERROR'
  | 'SERVICE_UNAVAILABLE'

interface ErrorEnvelope {
  message: string
  error: { type: ProblemType; details?: unknown }
  meta?: { request_id?: string }
}

export class Problem extends Error {
  readonly type: ProblemType
  readonly status: number
  readonly details: Record<string, unknown>
  /** What is wrong with which field. */
  readonly faults: Fault[]
  /** Seconds after which trying again makes sense; 0 if it does not. */
  readonly retryAfter: number
  readonly requestId: string
  /** When it came, in milliseconds since 1970. */
  readonly #at = Date.now()

  constructor(status: number, envelope: ErrorEnvelope, retryAfter = 0, cause?: unknown) {
    super(envelope.message, { cause })
    this.status = status
    this.type = envelope.error.type
    const { details } = envelope.error
    this.faults = Array.isArray(details) ? details : []
    this.details = details && !Array.isArray(details) ? (details as Record<string, unknown>) : {}
    this.retryAfter = retryAfter
    this.requestId = envelope.meta?.request_id ?? ''
  }

  /** The permission that is missing, for PERMISSION_DENIED. */
  get requiredPermission(): string {
    return String(this.details.required_permission ?? '')
  }

  /** From when on trying again makes sense, in milliseconds since 1970. */
  get until(): number {
    return this.#at + Math.max(1, this.retryAfter) * 1000
  }

  /** Whether the request was refused before anything was done, and may be sent again as it is. */
  get isRefusedForNow(): boolean {
    return this.type === 'RATE_LIMIT_EXCEEDED' || this.type === 'SERVICE_UNAVAILABLE'
  }
}

/** problemWithin is the problem of a thing in a request for several, which says of each what became of it. */
export function problemWithin(message: string, type: string, details: unknown): Problem {
  return new Problem(0, { message, error: { type: type as ProblemType, details } })
}

/** offline is the problem of a request that got no answer. */
export function offline(cause: unknown): Problem {
  return new Problem(0, { message: 'The server cannot be reached.', error: { type: 'OFFLINE' } }, 0, cause)
}

/** problemOf reads the envelope of an error, or makes one for an answer of something between us and the server. */
export function problemOf(response: Response, body: unknown): Problem {
  const retryAfter = Number(response.headers.get('Retry-After') ?? 0) || 0
  const envelope = body as Partial<ErrorEnvelope> | undefined
  if (envelope?.error?.type) return new Problem(response.status, envelope as ErrorEnvelope, retryAfter)
  const type =
    response.status === 429
      ? 'RATE_LIMIT_EXCEEDED'
      : response.status >= 502
        ? 'SERVICE_UNAVAILABLE'
        : 'INTERNAL_SERVER_ERROR'
  return new Problem(
    response.status,
    { message: `The server answered ${response.status}.`, error: { type } },
    retryAfter,
  )
}
