import { queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

export const salonsQuery = queryOptions({
  queryKey: ['salons'],
  queryFn: ({ signal }) => client.salons.list({ signal }),
  staleTime: 60_000,
})
