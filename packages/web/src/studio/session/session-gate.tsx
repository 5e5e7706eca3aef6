import { ApiError } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { FailurePage } from '../errors/failure-page.tsx'
import { StudioSkeleton } from '../shell/studio-skeleton.tsx'
import { logInAddress } from './logged-out.ts'
import { useLogInWatch } from './use-log-in-watch.ts'
import { meQuery } from './use-me.ts'

/** Shows the studio to users who are logged in, and sends others to the site's log-in page. */
export function SessionGate({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery)
  useLogInWatch(me.data?.id)
  const isAnonymous = !me.data && me.error instanceof ApiError && me.error.status === 401
  useEffect(() => {
    if (isAnonymous) location.replace(logInAddress())
  }, [isAnonymous])
  if (me.data) return children
  if (me.isError && !isAnonymous) return <FailurePage error={me.error} onRetry={() => void me.refetch()} />
  return <StudioSkeleton />
}
