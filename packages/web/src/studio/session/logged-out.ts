import { useSyncExternalStore } from 'react'

let loggedOut = false
const listeners = new Set<() => void>()

function become(next: boolean): void {
  if (loggedOut === next) return
  loggedOut = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server no longer knows the session. The page stays as it is: there may be text on it. */
export const reportLoggedOut = (): void => become(true)

/** The session is valid again: the user has logged in in another tab. */
export const reportLoggedIn = (): void => become(false)

export const isLoggedOut = (): boolean => loggedOut

export const useLoggedOut = (): boolean => useSyncExternalStore(subscribe, isLoggedOut)

/** Calls back each time the user has logged in again. */
export const onLogIn = (callback: () => void): (() => void) =>
  subscribe(() => {
    if (!loggedOut) callback()
  })

/** The site's own log-in page, and back to here. */
export const logInAddress = (): string => `/login?next=${encodeURIComponent(location.pathname + location.search)}`
