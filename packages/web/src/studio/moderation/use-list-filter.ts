import { useSearchParams } from 'react-router'
import type { ListFilter } from './admin-queries.ts'

/** The filter of a list, kept in the address. A new search or state starts at the first page. */
export function useListFilter(): { filter: ListFilter; setFilter: (change: Partial<ListFilter>) => void } {
  const [search, setSearch] = useSearchParams()
  const filter: ListFilter = {
    q: search.get('q') ?? '',
    state: search.get('state') ?? '',
    offset: Math.max(Number.parseInt(search.get('offset') ?? '0', 10) || 0, 0),
  }
  function setFilter(change: Partial<ListFilter>): void {
    const { q, state, offset } = { ...filter, offset: 0, ...change }
    const next = { ...(q && { q }), ...(state && { state }), ...(offset > 0 && { offset: String(offset) }) }
    setSearch(next, { replace: true })
  }
  return { filter, setFilter }
}
