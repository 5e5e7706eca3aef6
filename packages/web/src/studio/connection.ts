import { useSyncExternalStore } from 'react'

/** `offline`: this device has no network. `stopped`: it has, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'stopped'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

let state: Connection = navigator.onLine ? 'online' : 'offline'
let timer: ReturnType<typeof setTimeout> | undefined
let isPolling = false
const listeners = new Set<() => void>()

export const currentConnection = (): Connection => state

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(onConnectionChange, currentConnection)

function setConnection(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Reports a request without a response. From then on the server is polled until it responds. */
export function reportNoAnswer(): void {
  setConnection(navigator.onLine ? 'stopped' : 'offline')
  if (timer === undefined) timer = setTimeout(poll, FIRST_WAIT_MS, FIRST_WAIT_MS)
}

/** Reports a response 503: it may concern one endpoint only, so the server counts as stopped if it is not ready either. */
export async function reportUnavailable(): Promise<void> {
  if (state === 'online' && !(await isReady())) reportNoAnswer()
}

function reportAnswer(): void {
  clearTimeout(timer)
  timer = undefined
  setConnection('online')
}

/** Polls the server at once, for the button. */
export const pollNow = (): void => void poll(FIRST_WAIT_MS)

/** One request and one timer at a time. */
async function poll(waitedMs: number): Promise<void> {
  clearTimeout(timer)
  if (isPolling) return
  isPolling = true
  const isBack = await isReady()
  isPolling = false
  if (isBack) return reportAnswer()
  setConnection(navigator.onLine ? 'stopped' : 'offline')
  const waitMs = Math.min(waitedMs * 2, LONGEST_WAIT_MS)
  clearTimeout(timer)
  timer = setTimeout(poll, waitMs, waitMs)
}

async function isReady(): Promise<boolean> {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return answer.ok
  } catch {
    return false
  }
}

addEventListener('offline', reportNoAnswer)
addEventListener('online', pollNow)
