import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openSessionChannel } from '../../session-channel.ts'
import { pageUserId } from '../client.ts'
import { isLoggedOut, reportLoggedIn } from './logged-out.ts'
import { meQuery } from './use-me.ts'

/** Notices when the session ends or passes to another user in another tab, and when this page's user logs in again. */
export function useLogInWatch(): void {
  const queries = useQueryClient()
  useEffect(() => {
    // Fails with 401 as long as the session is not the one of this page's user, which reports the log-out.
    const look = () => queries.fetchQuery({ ...meQuery, staleTime: 0 }).then(reportLoggedIn, () => {})
    const lookIfLoggedOut = () => {
      if (isLoggedOut() && document.visibilityState === 'visible') void look()
    }
    const channel = openSessionChannel()
    channel.postMessage(pageUserId)
    channel.onmessage = ({ data }) => {
      if ((data === pageUserId) === isLoggedOut()) void look()
    }
    addEventListener('focus', lookIfLoggedOut)
    document.addEventListener('visibilitychange', lookIfLoggedOut)
    return () => {
      channel.close()
      removeEventListener('focus', lookIfLoggedOut)
      document.removeEventListener('visibilitychange', lookIfLoggedOut)
    }
  }, [queries])
}
