import { Link } from 'react-router'
import { formatDate, locale } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import type { Entry } from './calendar-queries.ts'

const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

interface Props {
  readonly entry: Entry
  readonly onMove: (entry: Entry) => void
}

/** A scheduled post opens the dialog with its time; a published one, shown faintly, opens the post. */
export function CalendarEntry({ entry, onMove }: Props) {
  const text = useText('calendar')
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
