import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function update(): void {
  now = Date.now()
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  if (timer === undefined) {
    timer = setInterval(update, STEP_MS)
    // The timer was stopped, so the stored time is old.
    now = Date.now()
  }
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time, updated often enough for texts like "in 4 minutes". */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
