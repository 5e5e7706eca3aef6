import { LIVE_POST_STATUSES } from '@galley/contract/posts/posts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatNumber } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { filterAddress, type PostFilters } from './post-filters.ts'
import { countsQuery } from './post-queries.ts'

/** Links, not buttons, because each tab has its own address. */
export function StatusTabs({ filters }: { filters: PostFilters }) {
  const text = useText('posts')
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
