import { locale } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { classNames } from '../ui/class-names.ts'
import { CalendarEntry } from './calendar-entry.tsx'
import { entriesByDay } from './entries-by-day.ts'
import { dayText, monthText } from './month.ts'
import type { CalendarView } from './month-views.tsx'

const dayName = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })

/** The month as a list of the days with entries, for narrow screens. */
export function Agenda({ month, now, entries, onMove }: CalendarView) {
  const text = useText('calendar')
  const days = [...entriesByDay(entries)].filter(([day]) => day.startsWith(monthText(month)))
  if (days.length === 0) return <p className="muted">{text.nothing}</p>
  return (
    <ol className="agenda">
      {days.map(([day, ofDay]) => (
        <li key={day} className={classNames(day === dayText(now) && 'is-today')}>
          <h2>
            <time dateTime={day}>{dayName.format(new Date(ofDay[0]!.at))}</time>
          </h2>
          {ofDay.map(entry => (
            <CalendarEntry key={entry.id} entry={entry} onMove={onMove} />
          ))}
        </li>
      ))}
    </ol>
  )
}
