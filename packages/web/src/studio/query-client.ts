import { ApiError, ConnectionError } from '@galley/client'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { currentConnection, onConnectionChange, reportNoAnswer } from './connection/connection.ts'
import { reportLoggedOut } from './session/logged-out.ts'

/** Handles errors that concern the whole studio. The caller handles the others. */
export function reportFailure(error: unknown): void {
  if (error instanceof ConnectionError) reportNoAnswer()
  else if (error instanceof ApiError && error.status === 503) reportNoAnswer()
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

onConnectionChange(() => {
  if (currentConnection() !== 'online') return
  void queryClient.refetchQueries({ type: 'active', predicate: query => query.state.status === 'error' })
})
