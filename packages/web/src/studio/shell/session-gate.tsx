import { ApiError } from '@galley/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { openSessionChannel } from '../../session-channel.ts'
import { pageUserId } from '../client.ts'
import { FailurePage } from '../failure-pages/failure-page.tsx'
import { isLoggedOut, logInAddress, reportLoggedIn } from '../session/logged-out.ts'
import { meQuery } from '../session/use-me.ts'
import { StudioSkeleton } from './studio-skeleton.tsx'

/** Shows the studio to users who are logged in, and sends others to the site's log-in page. */
export function SessionGate({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery)
  useLogInWatch()
  const isAnonymous = !me.data && me.error instanceof ApiError && me.error.status === 401
  useEffect(() => {
    if (isAnonymous) location.replace(logInAddress())
  }, [isAnonymous])
  if (me.data) return children
  if (me.isError && !isAnonymous) return <FailurePage error={me.error} onRetry={() => void me.refetch()} />
  return <StudioSkeleton />
}

/** Notices when the session ends or passes to another user in another tab, and when this page's user logs in again. */
function useLogInWatch(): void {
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
