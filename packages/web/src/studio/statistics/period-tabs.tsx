import { Link } from 'react-router'
import { useText } from '../i18n/language.ts'
import { statisticsPath } from './statistics-path.ts'
import { PERIODS, type Period } from './statistics-queries.ts'

export function PeriodTabs({ selected, post }: { selected: Period; post: string | undefined }) {
  const text = useText('statistics')
  return (
    <nav className="tabs" aria-label={text.periods}>
      {PERIODS.map(days => (
        <Link
          key={days}
          className="tab"
          to={statisticsPath(days, post)}
          aria-current={days === selected ? 'page' : undefined}
          preventScrollReset
        >
          {text.lastDays(days)}
        </Link>
      ))}
    </nav>
  )
}
