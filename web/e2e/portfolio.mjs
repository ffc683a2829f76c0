// A portfolio with something in every part of it: two pages of photos, galleries
// in galleries, tags, months, events, places, words in two scripts.
import { cpSync } from 'node:fs'
import { signIn } from './api.mjs'
import { prepared } from './fixtures.mjs'
import { picture } from './picture.mjs'
import { demo, serve, start } from './server.mjs'

const galleries = [
  { name: 'Landscapes', description: 'Mountains, shores and the sky over them.', is_featured: true, photos: ['Frozen Shore', 'Stay Cables', 'Sunset from the Summit'] },
  { name: 'Mountains', below: 'Landscapes', photos: ['Picos de Europa', 'Aitzgorri'] },
  { name: 'Creatures', is_featured: true, photos: ['Nuthatch', 'Dragonfly', 'Two Spaniels'] },
  { name: '静物', photos: ['Fig', 'Brushes', 'Dandelion'] },
  { name: 'Evenings', photos: ['An Evening at Home'] },
  { name: 'Water', photos: ['Woodland Stream', 'Frozen Shore'] },
]

const facts = {
  'Frozen Shore': { tags: ['winter', 'lake', '湖'], taken_at: '2024-02-11T09:30:00Z', location: { city: 'Ushuaia', country: 'Argentina', latitude: -54.8, longitude: -68.3 }, description: 'The ice came in one night.\n\nBy noon it sang.' },
  'Stay Cables': { tags: ['lines', 'winter'], taken_at: '2024-02-20T17:00:00Z', location: { city: 'Paris', country: 'France', latitude: 48.86, longitude: 2.34 } },
  'Picos de Europa': { tags: ['mountain'], taken_at: '2023-07-01T06:00:00Z', location: { latitude: 43.2, longitude: -4.8 } },
  'Aitzgorri': { tags: ['mountain', 'winter'], taken_at: '2023-07-04T12:00:00Z' },
  'Nuthatch': { tags: ['bird'], taken_at: '2023-11-30T08:15:00Z' },
  'Fig': { tags: ['fruit'], taken_at: '2022-09-09T16:45:00Z' },
}

// portfolio is the data directory of that portfolio. Its facts are the path of a page
// of each kind, and which status it answers with.
export const portfolio = {
  name: 'portfolio',
  async prepare(data) {
    cpSync(await prepared(demo), data, { recursive: true })
    const server = await serve(data)
    const pages = await furnish(await signIn(server))
    await server.stop()
    return pages
  },
}

// openPortfolio starts a server with that portfolio, and signs in to its API.
export async function openPortfolio() {
  const server = await start({ fixture: portfolio })
  try {
    return { ...server, ...await signIn(server), pages: server.facts }
  } catch (problem) {
    await server.stop()
    throw problem
  }
}

async function furnish({ call, add, ready, set }) {
  await set({ site_title: 'Iñaki Larramendi', site_author: 'Iñaki Larramendi', site_description: 'Mountains, creatures and quiet rooms.', site_email: 'me@example.org', display_license_url: 'https://creativecommons.org/licenses/by/4.0/' })
  const studies = []
  for (let i = 0; i < 12; i++) {
    const [width, height] = [[1200, 800], [800, 1200], [1200, 1200], [1200, 675]][i % 4]
    const colours = [[20 * i, 90, 200 - 15 * i], [250 - 10 * i, 160, 12 * i]]
    studies.push(await add(picture(width, height, colours), { title: `Study ${i + 1}`, taken_at: `2021-${String(i + 1).padStart(2, '0')}-15T12:00:00Z` }))
  }
  const hidden = await hide(call, add)
  await Promise.all(studies.map(ready))
  const photos = new Map((await call('GET', '/photos?limit=100')).map((photo) => [photo.title, photo]))
  for (const [title, fields] of Object.entries(facts)) await call('PUT', `/photos/${photos.get(title).id}`, fields)
  await hangGalleries(call, photos)
  await call('POST', '/timeline/events', { title: 'Exhibition in Ushuaia', date: '2024-02-18', type: 'exhibition', description: 'Twelve prints by the harbour.', related_photos: [photos.get('Frozen Shore').id] })
  return { ...pagesOf(photos), ...hidden }
}

async function hangGalleries(call, photos) {
  const ids = new Map()
  for (const { below, photos: titles, ...fields } of galleries) {
    const { id } = await call('POST', '/categories', { ...fields, parent_id: ids.get(below) ?? null })
    ids.set(fields.name, id)
    await call('POST', `/categories/${id}/photos`, { photo_ids: titles.map((title) => photos.get(title).id) })
  }
}

const pagesOf = (photos) => ({
  home: { path: '/' },
  second: { path: '/?page=2' },
  landscape: { path: `/p/${photos.get('Frozen Shore').slug}` },
  portrait: { path: `/p/${photos.get('Two Spaniels').slug}` },
  panorama: { path: `/p/${photos.get('Stay Cables').slug}` },
  galleries: { path: '/galleries' },
  gallery: { path: '/c/landscapes' },
  below: { path: '/c/landscapes/mountains' },
  tag: { path: '/t/winter' },
  timeline: { path: '/timeline' },
  month: { path: '/timeline/2024/2' },
  map: { path: '/map' },
  place: { path: '/map/-55,-70' },
  search: { path: '/search' },
  found: { path: '/search?q=s' },
  nothing: { path: '/search?q=zeppelin' },
  about: { path: '/about' },
  missing: { path: '/p/no-such-photo', status: 404 },
  chinese: { path: '/zh/' },
})

// hide adds photos that the public must not see: their pages answer as if there
// were none, and that of one which was public says so.
async function hide(call, add) {
  const [draft, archived, deleted] = await Promise.all([
    add(picture(60, 40), { title: 'Still a draft', status: 'draft' }),
    add(picture(61, 40), { title: 'Put away', status: 'archived' }),
    add(picture(62, 40), { title: 'Taken down' }),
  ])
  await call('DELETE', `/photos/${deleted.id}`)
  return {
    draft: { path: `/p/${draft.slug}`, status: 404 },
    archived: { path: `/p/${archived.slug}`, status: 404 },
    gone: { path: `/p/${deleted.slug}`, status: 410 },
  }
}
