import { ApiError } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { FailurePage } from '../failure-pages/failure-page.tsx'
import { logInAddress } from '../session/logged-out.ts'
import { useLogInWatch } from '../session/use-log-in-watch.ts'
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
