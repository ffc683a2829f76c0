// The queues of those who signed in on this page, which go on while other screens
// are shown. A queue rests while somebody else is signed in.

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'
import { newKey } from '../../api/key'
import { session } from '../../session/session'
import { clock } from './browser/clock'
import { network } from './browser/network'
import { workerReader } from './browser/reader'
import { browserStore } from './browser/store'
import { Engine } from './engine/engine'
import { isMoving } from './engine/item'
import type { Limits } from './engine/ports'

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

const engines = new Map<number, Engine>()

/** uploadsOf returns the queue of a user, with what was under way before the page was loaded. */
export function uploadsOf(userId: number, client: QueryClient): Engine {
  let engine = engines.get(userId)
  if (!engine) {
    engine = begun(userId)
    tellLists(engine, client)
    engines.set(userId, engine)
  }
  return engine
}

function begun(userId: number): Engine {
  const engine = new Engine({ network, clock, store: browserStore(userId), reader: workerReader(), newKey }, unknown)
  restoreAlone(engine, userId)
  rouse(engine, userId)
  addEventListener('beforeunload', (event) => {
    if (engine.queue.all().some(isMoving)) event.preventDefault()
  })
  return engine
}

/** rouse lets an engine work while its user is signed in, and at once when there may be a connection again. */
function rouse(engine: Engine, userId: number) {
  const isHere = () => session.current()?.user.id === userId
  const wake = () => isHere() && engine.wake()
  session.subscribe(() => (isHere() ? engine.wake() : engine.halt()))
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake())
}

/** One tab at a time takes up what was left: at plain http, without locks, each does. */
function restoreAlone(engine: Engine, userId: number) {
  if (!navigator.locks) {
    engine.restore()
    return
  }
  navigator.locks.request(`vitrine-uploads-${userId}`, () => {
    engine.restore()
    return new Promise(() => {})
  })
}

/** tellLists has other screens ask anew for what new photos change, when they are next shown. */
function tellLists(engine: Engine, client: QueryClient) {
  let before = 0
  engine.queue.subscribe(() => {
    const done = engine.queue.all().filter((item) => item.stage === 'done').length
    if (done > before)
      for (const key of ['photos', 'categories', 'tags', 'timeline'])
        client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
    before = done
  })
}
