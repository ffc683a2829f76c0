// Which page of a list an address asks for.

export interface Paged {
  /** The first is not written. */
  page?: number
}

export function readPage({ page }: Record<string, unknown>): Paged {
  return Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {}
}
