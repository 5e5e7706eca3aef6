import { useSyncExternalStore } from 'react'

let loggedOut = false
const listeners = new Set<() => void>()

function become(next: boolean): void {
  if (loggedOut === next) return
  loggedOut = next
  for (const listener of listeners) listener()
}

/** The server no longer knows the session. Nobody is sent away: there may be text on the page. */
export const reportLoggedOut = (): void => become(true)

/** It does again: somebody has logged in in another tab. */
export const reportLoggedIn = (): void => become(false)

export const useLoggedOut = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => loggedOut,
  )

/** The site's own log-in page, and back to here. */
export const logInAddress = (): string => `/login?next=${encodeURIComponent(location.pathname + location.search)}`
