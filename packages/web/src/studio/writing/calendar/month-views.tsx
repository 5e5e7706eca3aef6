import { Link } from 'react-router'
import { formatDate, locale } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Entry } from './calendar-queries.ts'
import { dayText, type Month, monthText, weeksOf } from './month.ts'

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

const dayName = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })

/** The month as a list of the days with entries, for narrow screens. */
export function Agenda({ month, now, entries, onMove }: CalendarView) {
  const text = textOf('calendar')
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

const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

interface Props {
  readonly entry: Entry
  readonly onMove: (entry: Entry) => void
}

/** A scheduled post opens the dialog with its time; a published one, shown faintly, opens the post. */
function CalendarEntry({ entry, onMove }: Props) {
  const text = textOf('calendar')
  const attributes = {
    id: `entry-${entry.id}`,
    className: `entry is-${entry.kind}`,
    title: entry.title,
  }
  const inside = (
    <>
      <span className="visually-hidden">{text[entry.kind]}: </span>
      <time className="entry-time" dateTime={entry.at}>
        {time.format(new Date(entry.at))}
      </time>
      <span className="entry-title">{entry.title}</span>
      <span className="visually-hidden">, {formatDate(entry.at)}</span>
    </>
  )
  return entry.kind === 'published' ? (
    <Link to={`/studio/posts/${entry.id}`} {...attributes}>
      {inside}
    </Link>
  ) : (
    <button type="button" {...attributes} onClick={() => onMove(entry)}>
      {inside}
    </button>
  )
}

/** Groups entries by local day, sorted by time. */
function entriesByDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const inOrder = [...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return Map.groupBy(inOrder, entry => dayText(new Date(entry.at)))
}
