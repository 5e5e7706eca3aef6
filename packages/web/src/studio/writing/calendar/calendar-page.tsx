import '../../../styles/studio/pages/calendar.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fullZoneName, locale } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { NEW_POST } from '../../navigation.ts'
import { Page } from '../../shell/page.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { useNow } from '../../ui/use-now.ts'
import { type Entry, publishedQuery, scheduledCountQuery, scheduledQuery } from './calendar-queries.ts'
import { addMonths, type Month, monthText, readMonth } from './month.ts'
import { Agenda, MonthGrid } from './month-views.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** Shows scheduled posts, and published ones in grey. The month is in the address. */
export function CalendarPage() {
  const text = textOf('calendar')
  const { between } = textOf('ui')
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
      <Loaded query={scheduled} lines={8} staysUsable>
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
  const text = textOf('calendar')
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

const monthName = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' })

interface Props {
  readonly month: Month
  readonly now: Date
  readonly onShow: (month: Month) => void
}

function MonthSwitch({ month, now, onShow }: Props) {
  const text = textOf('calendar')
  return (
    <fieldset className="month-switch" aria-label={text.months}>
      <IconButton icon="left" label={text.previous} onClick={() => onShow(addMonths(month, -1))} />
      <strong aria-live="polite">{monthName.format(month)}</strong>
      <IconButton icon="right" label={text.next} onClick={() => onShow(addMonths(month, 1))} />
      <Button onClick={() => onShow(now)}>{text.today}</Button>
    </fieldset>
  )
}

const ENTRY_STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
const MONTH_STEPS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** Arrow keys move between entries, Page Up and Page Down between months. */
function useCalendarKeys(month: Month, onShow: (month: Month) => void) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // A dialog that an entry has opened handles its own keys.
    if ((event.target as HTMLElement).closest('dialog')) return
    const months = MONTH_STEPS[event.key]
    const step = ENTRY_STEPS[event.key]
    if (months === undefined && step === undefined) return
    event.preventDefault()
    if (months !== undefined) {
      onShow(addMonths(month, months))
      // The focused entry is removed with its month, so the focus moves to the calendar.
      event.currentTarget.focus()
    }
    if (step === undefined) return
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('.entry')]
    entries[entries.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  return { onKeyDown, tabIndex: -1 }
}
