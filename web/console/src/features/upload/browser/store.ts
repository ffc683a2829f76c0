import type { Kept } from '../engine/item'
import type { Store } from '../engine/ports'

const table = 'uploads'

/** browserStore keeps the records of one user in the browser's database. */
export function browserStore(userId: number): Store {
  let opened: Promise<IDBDatabase> | undefined
  const open = () => {
    opened ??= database(`vitrine-uploads-${userId}`)
    return opened
  }
  const write = async (change: (records: IDBObjectStore) => void) => {
    const transaction = (await open()).transaction(table, 'readwrite')
    change(transaction.objectStore(table))
    await new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done()
      transaction.onabort = () => failed(transaction.error)
    })
  }
  return {
    all: async () => result<Kept[]>((await open()).transaction(table).objectStore(table).getAll()),
    write: (kept, gone) =>
      write((records) => {
        for (const record of kept) records.put(record)
        for (const key of gone) records.delete(key)
      }),
  }
}

function database(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'key' })
  return result(request)
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
}
