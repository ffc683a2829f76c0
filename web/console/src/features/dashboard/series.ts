// What a chart over time is drawn from.

/** A day, YYYY-MM-DD in UTC, and what happened in it. */
export interface Day {
  date: string
  count: number
}

/** A stretch of days that is one place of a chart. */
export interface Slot {
  from: string
  to: string
  count: number
}

/** From how many days on a chart counts by weeks. */
const manyDays = 100

/** slotsOf sums days up to what can be told apart in a chart: of many, weeks that end with the last day. */
export function slotsOf(days: Day[]): Slot[] {
  const size = days.length > manyDays ? 7 : 1
  const slots: Slot[] = []
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end)
    const [first, last] = [part[0] as Day, part.at(-1) as Day]
    slots.unshift({ from: first.date, to: last.date, count: sum(part) })
  }
  return slots
}

export function sum(days: { count: number }[]): number {
  return days.reduce((total, { count }) => total + count, 0)
}

/** peakOf returns the slot with most in it, the first of equals. */
export function peakOf(slots: Slot[]): Slot | undefined {
  return slots.reduce<Slot | undefined>((best, slot) => (best && best.count >= slot.count ? best : slot), undefined)
}

/** ceilingOf returns the round, even number that a scale from 0 ends with, so that half of it is whole. */
export function ceilingOf(most: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, most))) - 1)
  const step = [1, 2, 4, 6, 8, 10].find((n) => n * power >= most && (n * power) % 2 === 0) ?? 20
  return step * power
}

/** marksOf returns which of so many places are written below a chart: about that many, evenly apart. */
export function marksOf(places: number, wanted: number): number[] {
  const apart = Math.max(1, Math.ceil(places / wanted))
  return Array.from({ length: Math.ceil(places / apart) }, (_, i) => i * apart)
}

/** changeOf returns by which share something grew; undefined if there was nothing before. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? (now - before) / before : undefined
}
