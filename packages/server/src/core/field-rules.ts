import type { FieldFault } from './errors.ts'

/**
 * Rules for single values that a schema cannot express. Each returns its errors, so that callers can list them
 * together.
 */

export function blankFault(field: string, text: string | null | undefined): FieldFault[] {
  if (text === undefined || text === null || text.trim() !== '') return []
  return [{ field, code: 'TOO_SHORT', message: 'Must not be blank.' }]
}

/** URLs that pages show as links and images: other schemes than http and https could run scripts. */
export function httpUrlFault(field: string, text: string | null | undefined): FieldFault[] {
  if (text === undefined || text === null) return []
  // `URL` ignores spaces, line breaks and missing slashes, but other parsers may not.
  if (/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)) return []
  return [{ field, code: 'INVALID_VALUE', message: 'Must be an http or https address.' }]
}
