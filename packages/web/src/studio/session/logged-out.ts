import { useSyncExternalStore } from 'react'

let loggedOut = false
const listeners = new Set<() => void>()

function setLoggedOut(next: boolean): void {
  if (loggedOut === next) return
  loggedOut = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session has ended. The page stays as it is, because there may be unsaved text on it. */
export const reportLoggedOut = (): void => setLoggedOut(true)

/** The session is valid again: the user has logged in in another tab. */
export const reportLoggedIn = (): void => setLoggedOut(false)

export const isLoggedOut = (): boolean => loggedOut

export const useLoggedOut = (): boolean => useSyncExternalStore(subscribe, isLoggedOut)

/** Calls back each time the user has logged in again. */
export const onLogIn = (callback: () => void): (() => void) =>
  subscribe(() => {
    if (!loggedOut) callback()
  })

/** The address of the log-in page, which redirects back to the current page. */
export const logInAddress = (): string => `/login?next=${encodeURIComponent(location.pathname + location.search)}`
