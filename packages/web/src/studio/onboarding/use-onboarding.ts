import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMe } from '../session/use-me.ts'
import { profileQuery } from '../settings/profile/profile-query.ts'
import { isOnboarded, rememberOnboarded } from './onboarding-memory.ts'

type Onboarding = 'unknown' | 'shown' | 'done'

/**
 * Whether the first steps are shown: to accounts without posts, picture and bio, until they are finished or skipped. They
 * stay if the account gets a picture meanwhile. `hasPosts` is undefined while it is loading.
 */
export function useOnboarding(hasPosts: boolean | undefined): [Onboarding, finish: () => void] {
  const { id, username, avatar_url } = useMe()
  const [state, setState] = useState<Onboarding>(() => (isOnboarded(id) ? 'done' : 'unknown'))
  const mayBeNew = state === 'unknown' && hasPosts === false && avatar_url === null
  const profile = useQuery({ ...profileQuery(username), enabled: mayBeNew })

  useEffect(() => {
    if (state !== 'unknown' || hasPosts === undefined) return
    if (hasPosts) rememberOnboarded(id)
    if (hasPosts || avatar_url !== null || profile.isError) setState('done')
    else if (profile.data) setState(profile.data.profile.bio ? 'done' : 'shown')
  }, [state, hasPosts, avatar_url, id, profile.data, profile.isError])

  const finish = () => {
    rememberOnboarded(id)
    setState('done')
  }
  return [state, finish]
}
