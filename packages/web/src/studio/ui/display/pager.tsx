import { useEffect } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'
import { formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../button.tsx'

export interface Paging {
  readonly offset: number
  readonly limit: number
  readonly onMove: (offset: number, options?: NavigateOptions) => void
}

/** The page of a list, which is in the address. */
export function usePaging(limit: number, { preventScrollReset = false } = {}): Paging {
  const [search, setSearch] = useSearchParams()
  const onMove: Paging['onMove'] = (to, options) => {
    const next = new URLSearchParams(search)
    next.set('page', String(to / limit + 1))
    setSearch(next, { preventScrollReset, ...options })
  }
  return { offset: Math.max(Number.parseInt(search.get('page') ?? '1', 10) - 1 || 0, 0) * limit, limit, onMove }
}

interface PagerProps extends Paging {
  readonly total: number
  /** The total is that of another filter. */
  readonly isOutdated?: boolean
}

/** "21–40 of 135" between two buttons; hidden if everything fits on one page. */
export function Pager({ offset, limit, onMove, total, isOutdated = false }: PagerProps) {
  const text = textOf('ui')
  // The last row of the last page was deleted or moved.
  const isBehindEnd = !isOutdated && offset > 0 && offset >= total
  useEffect(() => {
    if (isBehindEnd) onMove(Math.max(Math.ceil(total / limit) - 1, 0) * limit, { replace: true })
  })
  if (total <= limit && offset === 0) return null
  const last = Math.min(offset + limit, total)
  return (
    <nav className="pager" aria-label={text.pages}>
      <Button variant="quiet" icon="left" disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
        {text.previous}
      </Button>
      <span>{text.range(formatNumber(Math.min(offset + 1, last)), formatNumber(last), formatNumber(total))}</span>
      <Button variant="quiet" disabled={last >= total} onClick={() => onMove(offset + limit)}>
        {text.next}
      </Button>
    </nav>
  )
}
