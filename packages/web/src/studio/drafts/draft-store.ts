import { createStore } from '../store.ts'
import { EMPTY_DRAFT } from './draft.ts'
import { externalIdOf, type StoredDraft } from './stored-draft.ts'

const STORE = 'copies'
const BACKUP_DAYS = 30
/** Some browsers never respond when their storage is broken. */
const LONGEST_WAIT_MS = 5000

/** As the browser stores it. The names stay, because tabs with an earlier version of the studio read it too. */
type DraftRecord = Omit<StoredDraft, 'isBackup' | 'storedAt'> & { readonly setAside: boolean; readonly keptAt: number }

/** False after the browser has failed to store something. */
const storageWorks = createStore(true)

/** Whether texts can currently be stored on this device. */
export const useStorageWorks = storageWorks.use

export const putDraft = async (stored: StoredDraft): Promise<void> => {
  await transact('readwrite', store => store.put(toRecord(stored)))
}

export const removeDraft = async (key: string): Promise<void> => {
  await transact('readwrite', store => store.delete(key))
}

/** Stores a draft and removes another one, in one transaction. */
export const replaceStoredDraft = async (key: string, stored: StoredDraft): Promise<void> => {
  await transact('readwrite', store => {
    store.delete(key)
    return store.put(toRecord(stored))
  })
}

/** All drafts of this user on this device, newest first; removes expired backups. */
export async function listStoredDrafts(userId: string): Promise<StoredDraft[]> {
  const all = (await transact<DraftRecord[]>('readonly', store => store.getAll())).map(fromRecord)
  const oldest = Date.now() - BACKUP_DAYS * 86_400_000
  const outdated = all.filter(({ isBackup, storedAt }) => isBackup && storedAt < oldest)
  await Promise.all(outdated.map(({ key }) => removeDraft(key)))
  return all
    .filter(stored => stored.userId === userId && !outdated.includes(stored))
    .sort((one, other) => other.storedAt - one.storedAt)
}

const toRecord = ({ isBackup, storedAt, ...rest }: StoredDraft): DraftRecord => ({
  ...rest,
  setAside: isBackup,
  keptAt: storedAt,
})

/** Records of earlier versions of the studio lack some fields, and their drafts fields of posts that are newer. */
export const fromRecord = ({ setAside, keptAt, ...record }: DraftRecord): StoredDraft => ({
  ...{ externalId: externalIdOf(record.key), mayExist: false, unanswered: [] },
  ...record,
  draft: { ...EMPTY_DRAFT, ...record.draft },
  base: record.base && { ...record.base, draft: { ...EMPTY_DRAFT, ...record.base.draft } },
  isBackup: setAside,
  storedAt: keptAt,
})

const lockName = (key: string): string => `galley-copy:${key}`

/** Locks a draft while a tab edits it, so that no other tab restores it. */
export function lockDraft(key: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Web Locks exist on secure pages only. Without them any tab can restore any draft, which loses nothing.
  navigator.locks?.request(lockName(key), () => promise).catch(() => {})
  return resolve
}

/** The drafts on this device that no open tab edits or waits for. */
export async function unlockedDrafts(userId: string): Promise<StoredDraft[]> {
  const [drafts, locks] = await Promise.all([listStoredDrafts(userId), navigator.locks?.query()])
  const names = new Set([...(locks?.held ?? []), ...(locks?.pending ?? [])].map(({ name }) => name))
  return drafts.filter(({ key }) => !names.has(lockName(key)))
}

let opened: Promise<IDBDatabase> | undefined

/** Opened once, and again after a failure or after the browser has closed it. */
function open(): Promise<IDBDatabase> {
  const forget = () => {
    opened = undefined
  }
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('galley-studio', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => {
      request.result.onclose = forget
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  opened.catch(forget)
  return opened
}

/** Runs one transaction to completion; rejects if the browser does not store it. */
async function transact<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const result = await withTimeout(run(mode, work))
    storageWorks.set(true)
    return result
  } catch (error) {
    // The connection itself may be broken.
    opened = undefined
    storageWorks.set(false)
    throw error
  }
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

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the browser’s storage does not respond')), LONGEST_WAIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
