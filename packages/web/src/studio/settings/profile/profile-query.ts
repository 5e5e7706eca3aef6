import { queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

/** The public profile: the only response that contains the bio. */
export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profile', username],
    queryFn: ({ signal }) => client.public.profile(username, { signal }),
  })
