/** swapped returns a list in which the one at a place has changed places with the next. */
export function swapped(ids: readonly number[], at: number): number[] {
  const [one, two] = [ids[at], ids[at + 1]]
  if (one === undefined || two === undefined) return [...ids]
  return ids.with(at, two).with(at + 1, one)
}
