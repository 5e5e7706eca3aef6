import { get } from '../../endpoint.ts'
import { Sales, SalesQuery } from '../../schemas/selling/sales.ts'

export const salesEndpoints = {
  readSales: get('/api/v1/sales', 'sales.read', {
    summary: 'Read your sales',
    description:
      'What was sold and paid back per day and post, for at most 366 days. A refund counts on the day of the refund. With `Accept: text/csv` the rows are answered as a table.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    query: SalesQuery,
    csv: true,
    response: Sales,
  }),
} as const
