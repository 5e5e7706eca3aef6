import { queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => client.tokens.list({ signal }),
})
