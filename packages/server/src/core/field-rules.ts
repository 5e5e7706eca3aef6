import type { FieldFault } from './errors.ts'

/** Rules for single values that a schema cannot say, each answering its faults so that callers can list them together. */

export function blankFault(field: string, text: string | null | undefined): FieldFault[] {
  if (text === undefined || text === null || text.trim() !== '') return []
  return [{ field, code: 'TOO_SHORT', message: 'Must not be blank.' }]
}

/** Addresses that pages will show as links and images: anything but http and https could run as script there. */
export function httpUrlFault(field: string, text: string | null | undefined): FieldFault[] {
  if (text === undefined || text === null) return []
  // URL overlooks blanks, line breaks and missing slashes, which the next reader of the address may not.
  if (/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)) return []
  return [{ field, code: 'INVALID_VALUE', message: 'Must be an http or https address.' }]
}
