import { useSearchParams } from 'react-router'
import { type Paging, usePaging } from '../ui/display/pager.tsx'
import { type ListFilter, PAGE_SIZE } from './admin-queries.ts'

interface FilteredList {
  readonly filter: ListFilter
  readonly paging: Paging
  readonly setFilter: (change: Partial<Pick<ListFilter, 'q' | 'state'>>) => void
}

/** The filter of a list, kept in the address. A new search or state starts at the first page. */
export function useListFilter(): FilteredList {
  const [search, setSearch] = useSearchParams()
  const paging = usePaging(PAGE_SIZE)
  const [q, state] = [search.get('q') ?? '', search.get('state') ?? '']
  return {
    filter: { q, state, offset: paging.offset },
    paging,
    setFilter: change => {
      const next = { q, state, ...change }
      setSearch({ ...(next.q && { q: next.q }), ...(next.state && { state: next.state }) }, { replace: true })
    },
  }
}
