// Whose picks the address asks for.

export interface PickedBy {
  /** Everyone's, each photo once, or those of the visitor with that id; without it each visitor's by themselves. */
  by?: 'anyone' | number
}

/** readBy takes from the parameters of an address what it knows. */
export function readBy({ by }: Record<string, unknown>): PickedBy {
  return by === 'anyone' || (Number.isInteger(by) && (by as number) > 0) ? { by: by as 'anyone' | number } : {}
}
