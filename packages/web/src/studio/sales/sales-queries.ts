import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, userHeader } from '../client.ts'
import { download } from '../download.ts'
import { timeZone } from '../i18n/format.ts'

export interface Period {
  readonly from: string | undefined
  readonly to: string | undefined
}

export const salesQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['sales', from ?? '', to ?? ''],
    queryFn: ({ signal }) => client.sales.read({ from, to, time_zone: timeZone }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The same as a file. The API answers it for another `Accept`, which a link cannot send. */
export async function downloadCsv({ from, to }: { from: string; to: string }): Promise<void> {
  const query = new URLSearchParams({ from, to, time_zone: timeZone })
  const response = await fetch(`/api/v1/sales?${query}`, { headers: { ...userHeader, accept: 'text/csv' } })
  if (!response.ok) throw new Error(`the file was answered with ${response.status}`)
  download(await response.blob(), `sales-${from}-${to}.csv`)
}
