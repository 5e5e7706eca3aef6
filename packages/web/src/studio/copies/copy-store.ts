import type { Draft } from './draft.ts'

/** What a post was on the server when the writing began. */
export interface Base {
  readonly draft: Draft
  readonly etag: string
}

/** A text kept on this device: what has not reached the server, or what was set aside. */
export interface Copy {
  readonly key: string
  readonly userId: string
  /** Undefined while the server has not answered that it exists. */
  readonly postId: string | undefined
  readonly draft: Draft
  readonly base: Base | undefined
  /** The first request that creates the post: repeated to the letter until it is answered, so that there are never two. */
  readonly creation: Draft | undefined
  /** The loser of a conflict, or a text that was let go: kept to be looked at, never sent by itself. */
  readonly setAside: boolean
  readonly keptAt: number
}

const STORE = 'copies'
const SET_ASIDE_DAYS = 30

let database: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('galley-studio', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return database
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(STORE, mode)
  const request = work(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

export const keepCopy = (copy: Copy): Promise<unknown> => run('readwrite', store => store.put(copy))
export const dropCopy = (key: string): Promise<unknown> => run('readwrite', store => store.delete(key))

/** Every text of this person on this device, the newest first; what was set aside long ago is let go. */
export async function listCopies(userId: string): Promise<Copy[]> {
  const all: Copy[] = await run('readonly', store => store.getAll())
  const oldest = Date.now() - SET_ASIDE_DAYS * 86_400_000
  const outdated = all.filter(copy => copy.setAside && copy.keptAt < oldest)
  await Promise.all(outdated.map(copy => dropCopy(copy.key)))
  return all
    .filter(copy => copy.userId === userId && !outdated.includes(copy))
    .sort((one, other) => other.keptAt - one.keptAt)
}
