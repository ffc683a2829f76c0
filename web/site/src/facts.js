// What is said beside a photo is taken from its page: in the visitor's language,
// and nothing that the site does not show. Asking for the page is a look at it,
// and counts as one.
import { read } from './read.js'

const pages = new Map()

// factsOf returns a copy of what the page at an address says of its photo.
export async function factsOf(address) {
  const page = await seen(address)
  const facts = document.importNode(page.querySelector('.photo'), true)
  const heading = document.createElement('h2')
  heading.dir = 'auto'
  heading.textContent = facts.querySelector('h1').textContent
  facts.querySelector('h1').replaceWith(heading)
  return facts
}

// seen asks for a page, once.
export function seen(address) {
  if (!pages.has(address)) {
    const page = read(address)
    page.catch(() => pages.delete(address)) // the next look asks again
    pages.set(address, page)
  }
  return pages.get(address)
}
