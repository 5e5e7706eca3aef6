import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { BindRoute, Call } from '../../transport/route.ts'
import { readSales, salesFaults } from './read-sales.ts'
import { salesCsv } from './sales-csv.ts'

export function salesRoutes(bind: BindRoute, context: AppContext): void {
  const read = async ({ principal, query, request, reply }: Call<typeof endpoints.readSales>) => {
    const sales = await readSales(context, principal.userId, query)
    reply.header('vary', 'Accept')
    if (!/\btext\/csv\b/i.test(request.headers.accept ?? '')) return sales
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="sales-${sales.from}-${sales.to}.csv"`)
      .send(salesCsv(sales))
  }
  bind(endpoints.readSales, read, ({ query }) => salesFaults(query))
}
