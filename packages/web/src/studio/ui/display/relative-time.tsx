import { formatDateTime, locale } from '../../i18n/format.ts'
import { LANGUAGES, language, textOf } from '../../i18n/language.ts'
import { useNow } from '../use-now.ts'

/** "4 minutes ago", "in 2 hours", updated regularly; the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, useNow())}
    </time>
  )
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "3 hours ago", "in 2 days", "3時間前". */
export function formatRelative(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
  if (step) return format(seconds / step[1], step[0])
  return seconds > 10 ? format(seconds, 'second') : textOf('ui').justNow
}

/** Without the space that Intl writes after a number in Japanese, and nobody else does. */
function format(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  const text = relative.format(Math.round(value), unit)
  return LANGUAGES[language].hasSpaces ? text : text.replaceAll(' ', '')
}
