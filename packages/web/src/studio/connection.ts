import { createStore } from './store.ts'

/** `offline`: this device has no network. `stopped`: it has, but the server does not respond. */
export type Connection = 'online' | 'offline' | 'stopped'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

const connection = createStore<Connection>(navigator.onLine ? 'online' : 'offline')
let timer: ReturnType<typeof setTimeout> | undefined
let isPolling = false

export const currentConnection = connection.get
export const onConnectionChange = connection.subscribe
export const useConnection = connection.use

/** Reports a request without a response. From then on the server is polled until it responds. */
export function reportNoResponse(): void {
  connection.set(navigator.onLine ? 'stopped' : 'offline')
  if (timer === undefined) timer = setTimeout(poll, FIRST_WAIT_MS, FIRST_WAIT_MS)
}

/** Reports a response 503: it may concern one endpoint only, so the server counts as stopped if it is not ready either. */
export async function reportUnavailable(): Promise<void> {
  if (currentConnection() === 'online' && !(await isReady())) reportNoResponse()
}

function reportResponse(): void {
  clearTimeout(timer)
  timer = undefined
  connection.set('online')
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
  if (isBack) return reportResponse()
  connection.set(navigator.onLine ? 'stopped' : 'offline')
  const waitMs = Math.min(waitedMs * 2, LONGEST_WAIT_MS)
  clearTimeout(timer)
  timer = setTimeout(poll, waitMs, waitMs)
}

async function isReady(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return response.ok
  } catch {
    return false
  }
}

addEventListener('offline', reportNoResponse)
addEventListener('online', pollNow)
