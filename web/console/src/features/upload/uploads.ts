// The queues of those who signed in on this page, which go on while other screens
// are shown. A queue rests while somebody else is signed in, and while another tab sends.

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'
import { newKey } from '../../api/key'
import { session } from '../../session/session'
import { clock } from './browser/clock'
import { network } from './browser/network'
import { workerReader } from './browser/reader'
import { browserStore } from './browser/store'
import { takeTurn } from './browser/turn'
import { readDetails } from './details'
import { Engine } from './engine/engine'
import { isMoving, isOver } from './engine/item'
import type { Limits } from './engine/ports'
import { Uploads } from './engine/uploads'
import { underway } from './underway'

/** What is taken for true where the settings may not be read. */
const unknown: Limits = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/tiff', 'image/gif'],
  size: Number.POSITIVE_INFINITY,
  batch: 20,
}

export const limitsQuery = queryOptions({
  queryKey: ['settings', 'upload'],
  queryFn: async (): Promise<Limits> => {
    const { upload } = await dataOf(api.GET('/v1/settings', { params: { query: { include_public: false } } }))
    return upload
      ? { types: upload.allowed_types, size: upload.max_file_size, batch: upload.max_files_per_batch }
      : unknown
  },
})

const all = new Map<number, Uploads>()

/** uploadsOf returns the queue of a user, with what was under way before the page was loaded. */
export function uploadsOf(userId: number, client: QueryClient): Uploads {
  let uploads = all.get(userId)
  if (!uploads) {
    const name = `vitrine-uploads-${userId}`
    const engine = () => engineOf(userId, client)
    uploads = new Uploads({ engine, clock, newKey, channel: new BroadcastChannel(name) })
    all.set(userId, uploads)
    rouse(uploads, userId)
    tellLists(uploads, client)
    takeTurn(name, uploads)
  }
  return uploads
}

function engineOf(userId: number, client: QueryClient): Engine {
  const engine = new Engine({ network, clock, store: browserStore(userId), reader: workerReader(), newKey }, unknown)
  const { queue } = engine
  engine.details = readDetails(userId)
  client.fetchQuery(limitsQuery).then(
    (limits) => {
      engine.limits = limits
    },
    () => {}, // the server will refuse what it does not take
  )
  queue.subscribe(() => {
    const isDone = queue.shown().every(isOver)
    underway.set(userId, isDone ? null : JSON.stringify(engine.details))
  })
  addEventListener('pagehide', () => queue.saved())
  addEventListener('beforeunload', (event) => {
    if (queue.all().some(isMoving)) event.preventDefault()
  })
  return engine
}

/** rouse lets a queue go on while its user is signed in, and at once when there may be a connection again. */
function rouse(uploads: Uploads, userId: number) {
  const isHere = () => session.current()?.user.id === userId
  const wake = () => isHere() && uploads.wake()
  session.subscribe(() => (isHere() ? uploads.wake() : uploads.halt()))
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake())
}

/** tellLists has other screens ask anew for what new photos change, when they are next shown. */
function tellLists(uploads: Uploads, client: QueryClient) {
  let before = 0
  uploads.subscribe(() => {
    const done = uploads.view().items.filter((item) => item.stage === 'done').length
    if (done > before)
      for (const key of ['photos', 'categories', 'tags', 'timeline'])
        client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
    before = done
  })
}
