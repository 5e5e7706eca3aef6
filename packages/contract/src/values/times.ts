const TIME = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d\d(?::?\d\d)?))?)?$/

/** What `parseTime` accepts, for error messages. */
export const TIME_EXAMPLES =
  'an ISO 8601 time such as 2030-01-31T09:00:00Z, 2030-01-31 18:00+09:00 or 2030-01-31; without an offset it is UTC'

/**
 * A time as RFC 3339 and common libraries write it. Without an offset it is UTC, so that it does not depend on the machine.
 * Undefined for anything else.
 */
export function parseTime(text: string): Date | undefined {
  const [, day, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = TIME.exec(text) ?? []
  if (day === undefined || !isDay(day)) return undefined
  const offset = zone.length === 1 ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  // `Date` knows no leap seconds: they count as the first second of the next minute, as in PostgreSQL.
  const isLeap = seconds === '60'
  const parsed = Date.parse(
    `${day}T${minutes}:${isLeap ? '59' : seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`,
  )
  const time = new Date(isLeap ? parsed + 1000 : parsed)
  if (Number.isNaN(parsed) || (isLeap && time.getTime() % 86_400_000 >= 1000)) return undefined
  // In UTC as well: PostgreSQL has no year 0, and years beyond 9999 would not be RFC 3339.
  return /^(?!0000)\d{4}-/.test(time.toISOString()) ? time : undefined
}

/** `Date` takes 30 February for 1 March. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}
