import { setImmediate as nextTick } from 'node:timers/promises'

const SLICE_MS = 20

/** Returns a function that lets the process do other work if it has not done so for a while: one search may read long texts. */
export function timeSlices(): () => Promise<void> {
  let startedMs = performance.now()
  return async () => {
    if (performance.now() - startedMs < SLICE_MS) return
    await nextTick()
    startedMs = performance.now()
  }
}
