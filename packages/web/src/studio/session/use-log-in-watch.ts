import { useEffect } from 'react'
import { client } from '../client.ts'
import { isLoggedOut, reportLoggedIn } from './logged-out.ts'

/**
 * A user who was logged out may log in in another tab and return to this one. Work continues only if it is the same user, so
 * that one user's text is never sent with another user's session.
 */
export function useLogInWatch(userId: string | undefined): void {
  useEffect(() => {
    const look = () => {
      if (userId === undefined || !isLoggedOut() || document.visibilityState !== 'visible') return
      client.me.read().then(
        me => me.id === userId && reportLoggedIn(),
        () => {},
      )
    }
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [userId])
}
