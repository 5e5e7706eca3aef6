import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { type BindRoute, type Call, FileResult } from '../../platform/operation.ts'
import { readSales, salesIssues } from './read-sales.ts'
import { salesCsv } from './sales-csv.ts'

export function salesRoutes(bind: BindRoute, context: AppContext): void {
  const read = async ({ principal, query, accept = '' }: Call<typeof endpoints.readSales>) => {
    const sales = await readSales(context, principal.userId, query)
    if (!/\btext\/csv\b/i.test(accept)) return sales
    return new FileResult('text/csv; charset=utf-8', `sales-${sales.from}-${sales.to}.csv`, () => salesCsv(sales))
  }
  bind(endpoints.readSales, read, ({ query }) => salesIssues(query))
}
