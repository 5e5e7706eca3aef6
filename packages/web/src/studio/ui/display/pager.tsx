import { useContext, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../button.tsx'
import { IsPlaceholder } from './loaded.tsx'

interface Props {
  readonly offset: number
  readonly limit: number
  readonly total: number
  readonly onMove: (offset: number, options?: { replace: boolean }) => void
}

/** The page of a list, which is in the address. */
export function usePaging(limit: number): Omit<Props, 'total'> {
  const [search, setSearch] = useSearchParams()
  return {
    offset: Math.max(Number.parseInt(search.get('page') ?? '1', 10) - 1 || 0, 0) * limit,
    limit,
    onMove: (to, options) => setSearch({ page: String(to / limit + 1) }, options),
  }
}

/** "21–40 of 135" between two buttons; hidden if everything fits on one page. */
export function Pager({ offset, limit, total, onMove }: Props) {
  const text = textOf('ui')
  const isPlaceholder = useContext(IsPlaceholder)
  // The last row of the last page was deleted or moved.
  const isBehindEnd = !isPlaceholder && offset > 0 && offset >= total
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
