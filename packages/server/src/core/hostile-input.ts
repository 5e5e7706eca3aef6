import type { FieldFault } from './errors.ts'

/** More entries than any schema allows, and few enough that listing a fault for each costs nothing. */
const MOST_ENTRIES = 50
/** No schema nests deeper; what lies below is refused or ignored as a whole. */
const DEPTH = 3
/** Longer than any name in a schema; the rest of an unknown one need not be repeated in an answer. */
const NAME_CHARACTERS = 100

/** A copy with the same faults for a person to see, but never more than 50 entries or fields at any level. */
export function boundedCopy(value: unknown, depth = DEPTH): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return Array.isArray(value) ? [] : {}
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(entry => boundedCopy(entry, depth - 1))
  return Object.fromEntries(
    firstEntries(value).map(([key, entry]) => [key.slice(0, NAME_CHARACTERS), boundedCopy(entry, depth - 1)]),
  )
}

/** Text that PostgreSQL cannot store: NUL characters, and halves of surrogate pairs. */
export function unstorableText(value: unknown, field = '', depth = DEPTH): FieldFault[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return []
    return [{ field, code: 'INVALID_VALUE', message: 'Must not hold NUL characters or lone surrogates.' }]
  }
  if (typeof value !== 'object' || value === null || depth === 0) return []
  const faults: FieldFault[] = []
  for (const [key, entry] of firstEntries(value)) {
    faults.push(...unstorableText(entry, field === '' ? key : `${field}.${key}`, depth - 1))
  }
  return faults
}

/** Never makes a list of all entries: there may be millions. */
function firstEntries(value: object): [string, unknown][] {
  if (Array.isArray(value)) return Object.entries(value.slice(0, MOST_ENTRIES))
  const entries: [string, unknown][] = []
  for (const key in value) {
    if (entries.length === MOST_ENTRIES) break
    entries.push([key, value[key as keyof typeof value]])
  }
  return entries
}
