import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { useMe } from '../session/use-me.ts'
import { profileQuery } from '../settings/profile/profile-query.ts'

type Onboarding = 'unknown' | 'shown' | 'done'

const trashCountQuery = queryOptions({
  queryKey: ['trash', 'count'],
  queryFn: async ({ signal }) => (await client.trash.list({ limit: 1 }, { signal })).total,
})

/**
 * Whether the first steps are shown: to accounts without posts, deleted posts, picture and bio, until they are finished or
 * skipped. All of this is derived from the account, on any device; only a skip is remembered by the browser. The steps stay
 * if the account gets a picture meanwhile. `hasPosts` is undefined while it is loading.
 */
export function useOnboarding(hasPosts: boolean | undefined): [Onboarding, finish: () => void] {
  const { id, username, avatar_url } = useMe()
  const [state, setState] = useState<Onboarding>(() => (isOnboarded(id) ? 'done' : 'unknown'))
  const mayBeNew = state === 'unknown' && hasPosts === false && avatar_url === null
  const profile = useQuery({ ...profileQuery(username), enabled: mayBeNew })
  const trashed = useQuery({ ...trashCountQuery, enabled: mayBeNew })

  useEffect(() => {
    if (state !== 'unknown' || hasPosts === undefined) return
    if (hasPosts) rememberOnboarded(id)
    if (hasPosts || avatar_url !== null || profile.isError || trashed.isError) setState('done')
    else if (profile.data && trashed.data !== undefined) {
      setState(profile.data.profile.bio || trashed.data > 0 ? 'done' : 'shown')
    }
  }, [state, hasPosts, avatar_url, id, profile.data, profile.isError, trashed.data, trashed.isError])

  const finish = () => {
    rememberOnboarded(id)
    setState('done')
  }
  return [state, finish]
}

const keyOf = (userId: string): string => `galley-onboarded:${userId}`

/** Whether this user has finished or skipped the first steps in this browser. */
function isOnboarded(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null
  } catch {
    // Without storage the steps would be shown each time.
    return true
  }
}

function rememberOnboarded(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), new Date().toISOString())
  } catch {
    // See above.
  }
}
