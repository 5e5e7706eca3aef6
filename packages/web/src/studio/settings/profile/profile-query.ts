import { queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

/** What everybody sees; the only place that tells the bio. */
export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profile', username],
    queryFn: ({ signal }) => client.public.profile(username, { signal }),
  })
