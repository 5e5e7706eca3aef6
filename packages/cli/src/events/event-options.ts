import { closest } from '@galley/contract/closest'
import { EVENT_NAMES } from '@galley/contract/delivery/events'
import { parseTime, TIME_EXAMPLES } from '@galley/contract/times'
import { usageError } from '../cli-error.ts'

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `10m`, `1h`, `7d` or a date and time, as a time. */
export function parseSince(given: string): string {
  if (given === 'now') return new Date().toISOString()
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(given) ?? []
  if (amount !== undefined) return new Date(Date.now() - Number(amount) * UNITS_MS[unit]!).toISOString()
  const at = parseTime(given)
  if (at !== undefined) return at.toISOString()
  throw usageError(`--since cannot be "${given}".`, `Write it like 30m, 1h, 7d, now, or ${TIME_EXAMPLES}.`)
}

/** The names in `--events post.published,post.deleted`; undefined for all. */
export function parseEventNames(given: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (given === undefined) return undefined
  const names = given.flatMap(list => list.split(',')).map(name => name.trim())
  for (const name of names) {
    if ((EVENT_NAMES as readonly string[]).includes(name)) continue
    const similar = closest(name, EVENT_NAMES)
    throw usageError(
      `There is no event "${name}".`,
      similar ? `Did you mean ${similar}?` : `Use: ${EVENT_NAMES.join(', ')}.`,
    )
  }
  return new Set(names)
}
