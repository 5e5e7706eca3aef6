import { createStore } from '../store.ts'

/** False after the browser has failed to store something. */
const works = createStore(true)

/** Reports the result of each use of the browser's storage. */
export const reportStorage = works.set

/** Whether texts can currently be stored on this device. */
export const useStorageWorks = works.use
