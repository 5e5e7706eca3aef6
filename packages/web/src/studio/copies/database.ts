import { reportStorage } from './storage-status.ts'

const STORE = 'copies'
/** Some browsers never respond when their storage is broken. */
const LONGEST_WAIT_MS = 5000

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
export async function transact<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  try {
    const result = await withTimeout(run(mode, work))
    reportStorage(true)
    return result
  } catch (error) {
    // The connection itself may be broken.
    opened = undefined
    reportStorage(false)
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
