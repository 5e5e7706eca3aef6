import '../../styles/studio/pages/calendar.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fullZoneName } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { NEW_POST } from '../navigation.ts'
import { Page } from '../shell/page.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { useNow } from '../ui/use-now.ts'
import { Agenda } from './agenda.tsx'
import { type Entry, publishedQuery, scheduledCountQuery, scheduledQuery } from './calendar-queries.ts'
import { monthText, readMonth } from './month.ts'
import { MonthSwitch } from './month-switch.tsx'
import { MonthGrid } from './month-views.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useCalendarKeys } from './use-calendar-keys.ts'

/** Shows scheduled posts, and published ones in grey. The month is in the address. */
export function CalendarPage() {
  const text = useText('calendar')
  const { between } = useText('ui')
  const [params, setParams] = useSearchParams()
  const now = new Date(useNow())
  const month = readMonth(params.get('month'), now)
  const scheduled = useQuery(scheduledQuery(month))
  const published = useQuery(publishedQuery(month))
  const count = useQuery(scheduledCountQuery).data
  const narrow = useMediaQuery('(max-width: 48rem)')
  const show = (to: Date) => setParams({ month: monthText(to) }, { replace: true, preventScrollReset: true })
  const keys = useCalendarKeys(month, show)
  const [moving, setMoving] = useState<Entry>()
  const View = narrow ? Agenda : MonthGrid
  return (
    <Page title={text.title} actions={<MonthSwitch month={month} now={now} onShow={show} />}>
      <p className="lead">{[text.intro, text.zone(fullZoneName(month))].join(between)}</p>
      <Loaded query={scheduled} lines={8}>
        {entries => (
          <div className="calendar" {...keys}>
            <View month={month} now={now} entries={[...entries, ...(published.data ?? [])]} onMove={setMoving} />
            {count === 0 && <NothingScheduled />}
            {!narrow && entries.length > 0 && <p className="muted">{text.keys}</p>}
            {published.isError && <p className="muted">{text.publishedMissing}</p>}
          </div>
        )}
      </Loaded>
      {moving && <MoveDialog entry={moving} onClose={() => setMoving(undefined)} />}
    </Page>
  )
}

function NothingScheduled() {
  const text = useText('calendar')
  return (
    <EmptyState
      title={text.emptyTitle}
      action={
        <Link className="button" to={NEW_POST}>
          {text.write}
        </Link>
      }
    >
      <p>{text.emptyBody}</p>
    </EmptyState>
  )
}
