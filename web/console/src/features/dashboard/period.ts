// How far the dashboard looks back, as its address says.
export const periods = [7, 30, 90, 365] as const

/** A number of days, today included. */
export type Days = (typeof periods)[number]

export interface Look {
  days?: Days
}

const usual: Days = 30

/** readLook takes from the parameters of an address what it knows. */
export function readLook(params: Record<string, unknown>): Look {
  return lookOf(periods.find((known) => known === Number(params.days)) ?? usual)
}

/** lookOf is what the address says of a number of days: nothing of the usual one. */
export function lookOf(days: Days): Look {
  return days === usual ? {} : { days }
}

export function daysOf(look: Look): Days {
  return look.days ?? usual
}
