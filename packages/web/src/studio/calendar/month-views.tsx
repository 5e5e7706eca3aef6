import { locale } from '../i18n/format.ts'
import { classNames } from '../ui/class-names.ts'
import { CalendarEntry } from './calendar-entry.tsx'
import type { Entry } from './calendar-queries.ts'
import { entriesByDay } from './entries-by-day.ts'
import { dayText, type Month, weeksOf } from './month.ts'

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
const fullDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })

export interface CalendarView {
  readonly month: Month
  readonly now: Date
  readonly entries: readonly Entry[]
  readonly onMove: (entry: Entry) => void
}

export function MonthGrid({ month, now, entries, onMove }: CalendarView) {
  const weeks = weeksOf(month)
  const byDay = entriesByDay(entries)
  const today = dayText(now)
  return (
    <table className="month">
      <thead>
        <tr>
          {weeks[0]!.map(day => (
            <th key={day.getDay()} scope="col">
              {weekday.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={dayText(week[0]!)}>
            {week.map(day => (
              <Day
                key={dayText(day)}
                day={day}
                isOutside={day.getMonth() !== month.getMonth()}
                isToday={dayText(day) === today}
                entries={byDay.get(dayText(day)) ?? []}
                onMove={onMove}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayProps extends Pick<CalendarView, 'entries' | 'onMove'> {
  readonly day: Date
  readonly isOutside: boolean
  readonly isToday: boolean
}

function Day({ day, isOutside, isToday, entries, onMove }: DayProps) {
  return (
    <td className={classNames(isOutside && 'is-outside', isToday && 'is-today')}>
      <time
        className="day-number"
        dateTime={dayText(day)}
        title={fullDay.format(day)}
        aria-current={isToday ? 'date' : undefined}
      >
        {day.getDate()}
      </time>
      {entries.map(entry => (
        <CalendarEntry key={entry.id} entry={entry} onMove={onMove} />
      ))}
    </td>
  )
}
