// What new photos get, kept through a reload of the page.
import type { Details } from './engine/ports'

const memory = 'vitrine-upload-details'
const initial: Details = { title: '{name}', tags: [], categories: [], status: '' }

export function readDetails(): Details {
  try {
    return { ...initial, ...JSON.parse(sessionStorage.getItem(memory) ?? '{}') }
  } catch {
    return initial
  }
}

export function keepDetails(details: Details): void {
  sessionStorage.setItem(memory, JSON.stringify(details))
}
