import type { FieldFault } from './errors.ts'

/** Longer than any name in a schema; the rest of an unknown one need not be repeated in an answer. */
export const NAME_MAX_CHARACTERS = 100

/** Text that PostgreSQL cannot store, wherever it stands: NUL characters, and halves of surrogate pairs. */
export function unstorableText(value: unknown, field = ''): FieldFault[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return []
    return [{ field, code: 'INVALID_VALUE', message: 'Must not hold NUL characters or lone surrogates.' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const name = key.slice(0, NAME_MAX_CHARACTERS)
    return unstorableText(entry, field === '' ? name : `${field}.${name}`)
  })
}
