import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { LIVE_POST_STATUSES, POST_TYPES, VISIBILITIES } from '@galley/contract/writing/posts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Select } from '../../../ui/forms/field.tsx'
import { useSearchField } from '../../../ui/forms/search-input.tsx'
import { filterAddress, isFiltered, type PostFilters } from './post-filters.ts'
import { countsQuery } from './post-queries.ts'

type FilterName = 'type' | 'visibility' | 'paid'

const VALUES = { type: POST_TYPES, visibility: VISIBILITIES, paid: ['true', 'false'] } as const

export function FilterBar({ filters }: { filters: PostFilters }) {
  const text = textOf('posts')
  const navigate = useNavigate()
  const { noteOwnChange, ...field } = useSearchField(filters.q ?? '')
  function show(changes: Partial<PostFilters>): void {
    const words = field.ref.current?.value.trim() ?? ''
    noteOwnChange(words)
    void navigate(filterAddress({ ...filters, q: words || undefined, ...changes, offset: 0 }))
  }
  const choices = (name: FilterName) => [
    { value: '', label: text.any[name] },
    ...VALUES[name].map(value => ({ value, label: (text[name] as Readonly<Record<string, string>>)[value] ?? value })),
  ]
  return (
    <div className="filter-bar">
      <search className="filter-words">
        <form
          onSubmit={event => {
            event.preventDefault()
            show({})
          }}
        >
          <input
            {...field}
            className="input"
            type="search"
            name="q"
            maxLength={SEARCH_QUERY_MAX_CHARACTERS}
            aria-label={text.searchText}
            placeholder={text.searchText}
            onChange={event => {
              if (event.target.value === '' && filters.q !== undefined) show({})
            }}
          />
        </form>
      </search>
      {(['type', 'visibility', 'paid'] as const).map(name => (
        <Select
          key={name}
          aria-label={text.filter[name]}
          value={filters[name] ?? ''}
          options={choices(name)}
          onChange={event => show({ [name]: event.target.value || undefined })}
        />
      ))}
      {isFiltered(filters) && (
        <Link
          className="filter-clear"
          to={filterAddress({
            ...filters,
            q: undefined,
            type: undefined,
            visibility: undefined,
            paid: undefined,
            offset: 0,
          })}
        >
          {text.clearFilters}
        </Link>
      )}
    </div>
  )
}

/** Links, not buttons, because each tab has its own address. */
export function StatusTabs({ filters }: { filters: PostFilters }) {
  const text = textOf('posts')
  const counts = useQuery(countsQuery(filters)).data
  return (
    <nav className="tabs" aria-label={text.statusTabs}>
      {[undefined, ...LIVE_POST_STATUSES].map(status => (
        <Link
          key={status ?? 'all'}
          className="tab"
          to={filterAddress({ ...filters, status, offset: 0 })}
          aria-current={status === filters.status ? 'page' : undefined}
        >
          {text.status[status ?? 'all']}{' '}
          <span className="tab-count">{counts ? formatNumber(counts[status ?? 'all']) : '·'}</span>
        </Link>
      ))}
    </nav>
  )
}
