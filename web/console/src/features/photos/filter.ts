// Which photos the library shows, as its address says.
import type { paths } from '../../api/schema'
import type { PhotoStatus } from '../../api/types'

type PhotoQuery = NonNullable<paths['/v1/photos']['get']['parameters']['query']>

export type SortBy = NonNullable<PhotoQuery['sort_by']>

export type PictureState = 'failed' | 'waiting'

export interface Filter {
  search?: string
  status?: PhotoStatus
  /** Those whose pictures could not be made, or are still to come. */
  pictures?: PictureState
  category?: number
  tag?: string
  year?: number
  month?: number
  sort_by?: SortBy
  sort_order?: 'asc' | 'desc'
}

export const statuses: readonly PhotoStatus[] = ['published', 'draft', 'archived']
export const pictureStates: readonly PictureState[] = ['failed', 'waiting']
export const sortKeys: readonly SortBy[] = ['created_at', 'taken_at', 'title']

/** readFilter takes from the parameters of an address what it knows, so that an old or mistyped one shows something. */
export function readFilter(params: Record<string, unknown>): Filter {
  const filter: Filter = {
    search: text(params.search),
    status: oneOf(statuses, params.status),
    pictures: oneOf(pictureStates, params.pictures),
    category: whole(params.category, 1, Number.MAX_SAFE_INTEGER),
    tag: text(params.tag),
    year: whole(params.year, 1, 9999),
    month: whole(params.month, 1, 12),
    sort_by: oneOf(sortKeys, params.sort_by),
    sort_order: oneOf(['asc', 'desc'] as const, params.sort_order),
  }
  return withoutGaps(filter)
}

const standing: Record<PictureState, string> = { failed: 'failed', waiting: 'pending,processing' }

/** queryOf is a filter as the API takes it. */
export function queryOf({ pictures, ...rest }: Filter): PhotoQuery {
  return pictures ? { ...rest, processing_status: standing[pictures] } : rest
}

/** narrows tells whether a filter leaves anything out, whatever its order. */
export function narrows({ sort_by, sort_order, ...rest }: Filter): boolean {
  return Object.keys(withoutGaps(rest)).length > 0
}

/** withoutGaps removes what is not set, so that addresses stay short and equal filters look equal. */
export function withoutGaps(filter: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')) as Filter
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) || undefined : undefined
}

function whole(value: unknown, least: number, most: number): number | undefined {
  const n = Number(value)
  return Number.isInteger(n) && n >= least && n <= most ? n : undefined
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value)
}
