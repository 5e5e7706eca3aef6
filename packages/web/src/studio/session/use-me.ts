import type { Me } from '@galley/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../client.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.me.read({ signal }),
  staleTime: 60_000,
})

/** The user who is logged in. Only for components inside `SessionGate`. */
export function useMe(): Me {
  const cached = useQueryClient().getQueryData(meQuery.queryKey)
  const me = useQuery(meQuery).data ?? cached
  if (!me) throw new Error('useMe must be used inside a SessionGate')
  return me
}
