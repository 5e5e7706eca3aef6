import { useSyncExternalStore } from 'react'

/** True until the browser has failed to store something. */
let works = true
const listeners = new Set<() => void>()

/** Reports the result of each use of the browser's storage. */
export function reportStorage(hasWorked: boolean): void {
  if (works === hasWorked) return
  works = hasWorked
  for (const listener of listeners) listener()
}

/** Whether texts can currently be stored on this device. */
export const useStorageWorks = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => works,
  )
