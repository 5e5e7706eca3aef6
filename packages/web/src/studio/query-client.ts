import { ApiError, ConnectionError } from '@galley/client'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { currentConnection, onConnectionChange, reportNoResponse, reportUnavailable } from './connection.ts'
import { reportLoggedOut } from './session/logged-out.ts'

/** Handles errors that concern the whole studio. The caller handles the others. */
export function reportFailure(error: unknown): void {
  if (error instanceof ConnectionError) reportNoResponse()
  else if (error instanceof ApiError && error.status === 503) void reportUnavailable()
  else if (error instanceof ApiError && error.status === 401) reportLoggedOut()
}

// A button is busy before the next click is handled, so that a double click does not send something twice.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportFailure }),
  mutationCache: new MutationCache({ onError: reportFailure }),
  defaultOptions: {
    // No retries here: the client already retries, and the banner shows connection problems.
    queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
let pauseMs = 0
let refetchAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

// When the server is back, failed queries are sent again. If one of them was what failed (a single endpoint without a
// response), each round waits longer than the one before.
onConnectionChange(() => {
  clearTimeout(timer)
  if (currentConnection() !== 'online') return
  const isSoon = Date.now() - refetchAt < 2 * pauseMs + 10_000
  pauseMs = isSoon ? Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS) : 0
  refetchAt = Date.now() + pauseMs
  timer = setTimeout(refetchFailed, pauseMs)
})

const refetchFailed = (): void =>
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) =>
      error instanceof ConnectionError || (error instanceof ApiError && error.status === 503),
  })
