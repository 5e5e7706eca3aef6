import { useEffect } from 'react'
import { client } from '../client.ts'
import { isLoggedOut, reportLoggedIn } from './logged-out.ts'

/**
 * Whoever was logged out may log in in another tab and come back to this one. The same person goes on; what one person
 * has written is never sent in another one's name.
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
