import { locale } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "3 hours ago", "in 2 days". */
export function formatRelative(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
  if (step) return relative.format(Math.round(seconds / step[1]), step[0])
  return seconds > 10 ? relative.format(Math.round(seconds), 'second') : textOf('ui').justNow
}
