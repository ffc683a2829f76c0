// The titles of new photos, after a pattern.

/** What a pattern may hold, in braces. */
export const placeholders = ['name', 'number', 'folder', 'date'] as const

type Placeholder = (typeof placeholders)[number]

interface Titled {
  name: string
  folder: string
  number: number
  modified: number
}

/** The longest title that the API takes, in characters. */
const longest = 200

/** titleOf fills a pattern in. What would be empty is the file's name, so that every photo has a title. */
export function titleOf(pattern: string, file: Titled): string {
  const name = file.name.replace(/\.[^.]*$/, '') || file.name
  const values: Record<Placeholder, string> = {
    name,
    number: String(file.number),
    folder: file.folder.split('/').at(-1) ?? '',
    date: new Date(file.modified).toISOString().slice(0, 10),
  }
  const filled = pattern.replace(/\{(\w+)\}/g, (whole, key) => values[key as Placeholder] ?? whole)
  const line = filled.replace(/\s+/g, ' ').trim()
  return [...(line || name)].slice(0, longest).join('')
}
