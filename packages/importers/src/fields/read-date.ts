import { parseTime } from '@galley/contract/times'

/** A time of an export. Without a time zone it is taken as UTC. Undefined for what is not a time, such as 0000-00-00. */
export function readDate(value: unknown): Date | undefined {
  // A plain `Date`: the dates of the TOML parser are a subclass with another `toISOString`.
  if (value instanceof Date) return valid(new Date(value.getTime()))
  if (typeof value === 'number') return valid(new Date(value < 1e11 ? value * 1000 : value))
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const time = parseTime(text)
  if (time !== undefined) return valid(time)
  const hasZone = /(?:[a-z]{3,4}|z|[+-]\d\d:?\d\d)\)?$/i.test(text)
  return /\d{4}/.test(text) ? valid(new Date(hasZone ? text : `${text} UTC`)) : undefined
}

const EARLIEST = Date.UTC(1970, 0, 1)

const valid = (date: Date): Date | undefined =>
  date.getTime() > EARLIEST && date.getUTCFullYear() < 9999 ? date : undefined
