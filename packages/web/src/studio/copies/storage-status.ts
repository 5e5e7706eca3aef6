import { useSyncExternalStore } from 'react'

/** True until the browser has refused to store something. */
let works = true
const listeners = new Set<() => void>()

/** Called after each use of the browser's storage. */
export function reportStorage(hasWorked: boolean): void {
  if (works === hasWorked) return
  works = hasWorked
  for (const listener of listeners) listener()
}

/** Whether texts can be kept on this device at present. */
export const useStorageWorks = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => works,
  )
