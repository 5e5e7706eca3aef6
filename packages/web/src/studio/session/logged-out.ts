import { createStore } from '../store.ts'

/** The session has ended. The page stays as it is, because there may be unsaved text on it. */
const loggedOut = createStore(false)

export const reportLoggedOut = (): void => loggedOut.set(true)

/** The session is valid again: the user has logged in in another tab. */
export const reportLoggedIn = (): void => loggedOut.set(false)

export const isLoggedOut = loggedOut.get

export const useLoggedOut = loggedOut.use

/** Calls back each time the user has logged in again. */
export const onLogIn = (callback: () => void): (() => void) =>
  loggedOut.subscribe(() => {
    if (!isLoggedOut()) callback()
  })

/** The address of the log-in page, which redirects back to the current page. */
export const logInAddress = (): string => `/login?next=${encodeURIComponent(location.pathname + location.search)}`
