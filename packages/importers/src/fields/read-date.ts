const PLAIN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?(?:\.\d+)?$/

/** A time of an export. Without a time zone it is taken as UTC. Undefined for what is not a time, such as 0000-00-00. */
export function readDate(value: unknown): Date | undefined {
  // A plain `Date`: the dates of the TOML parser are a subclass with another `toISOString`.
  if (value instanceof Date) return valid(new Date(value.getTime()))
  if (typeof value === 'number') return valid(new Date(value < 1e11 ? value * 1000 : value))
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const plain = PLAIN.exec(text)
  if (plain !== null) {
    const [, year, month, day, hour = '00', minute = '00', second = '00'] = plain
    return valid(new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`))
  }
  // Jekyll writes 2015-06-01 09:00:00 +0900.
  const zoned = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*([+-]\d\d):?(\d\d)$/.exec(text)
  if (zoned !== null) return valid(new Date(`${zoned[1]}T${zoned[2]}${zoned[3]}:${zoned[4]}`))
  const hasZone = /(?:[a-z]{3,4}|z|[+-]\d\d:?\d\d)\)?$/i.test(text)
  return /\d{4}/.test(text) ? valid(new Date(hasZone ? text : `${text} UTC`)) : undefined
}

const EARLIEST = Date.UTC(1970, 0, 1)

const valid = (date: Date): Date | undefined =>
  date.getTime() > EARLIEST && date.getUTCFullYear() < 9999 ? date : undefined
