import type { FieldIssue } from './errors.ts'

/** Returns a function for the local day of a time, as YYYY-MM-DD; undefined for an unknown time zone. */
export function dayIn(timeZone: string): ((time: Date) => string) | undefined {
  // `Intl` would also accept an offset, but an offset has no daylight saving time.
  if (!/^[A-Za-z]/.test(timeZone)) return undefined
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    return time => format.format(time)
  } catch {
    return undefined
  }
}

export const UNKNOWN_TIME_ZONE: FieldIssue = {
  field: 'time_zone',
  code: 'INVALID_VALUE',
  message: 'Must be the name of a time zone, such as Asia/Tokyo.',
}

export const timeZoneIssue = (timeZone = 'UTC'): FieldIssue[] =>
  dayIn(timeZone) === undefined ? [UNKNOWN_TIME_ZONE] : []

/** The days up to this one, earliest first. */
export function daysUntil(day: string, count: number): string[] {
  const last = Date.parse(`${day}T00:00:00Z`)
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  )
}
