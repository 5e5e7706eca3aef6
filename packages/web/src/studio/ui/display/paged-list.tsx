import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'
import { Pager, type Paging } from './pager.tsx'

interface Props<Data> {
  readonly query: UseQueryResult<Data>
  readonly paging: Paging
  /** The number of placeholder lines while loading. */
  readonly lines?: number
  /** Shown instead of a list without entries. */
  readonly empty: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** A page of a list, and the buttons that show the other pages. */
export function PagedList<Data extends { readonly total: number }>(props: Props<Data>) {
  const { query, paging, lines = 8, empty, children } = props
  return (
    <>
      <Loaded query={query} lines={lines}>
        {data => (data.total === 0 ? empty : children(data))}
      </Loaded>
      {query.data && <Pager {...paging} total={query.data.total} isOutdated={query.isPlaceholderData} />}
    </>
  )
}
