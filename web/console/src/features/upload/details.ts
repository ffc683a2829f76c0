// What new photos get, kept through a reload of the page, and with a queue as long as there is one.
import type { Details } from './engine/ports'
import { underway } from './underway'

const memory = (userId: number) => `vitrine-upload-details-${userId}`
const initial: Details = { title: '{name}', tags: [], categories: [], status: '' }

export function readDetails(userId: number): Details {
  try {
    return { ...initial, ...JSON.parse(sessionStorage.getItem(memory(userId)) ?? underway.note(userId) ?? '{}') }
  } catch {
    return initial
  }
}

export function keepDetails(userId: number, details: Details): void {
  sessionStorage.setItem(memory(userId), JSON.stringify(details))
}
