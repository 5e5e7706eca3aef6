import { isHttpAddress } from '@galley/contract/http-address'
import type { FieldFault } from './errors.ts'

/**
 * Rules for single values that a schema cannot express. Each returns its errors, so that callers can list them
 * together.
 */

export function blankFault(field: string, text: string | null | undefined): FieldFault[] {
  if (text === undefined || text === null || text.trim() !== '') return []
  return [{ field, code: 'TOO_SHORT', message: 'Must not be blank.' }]
}

export function httpUrlFault(field: string, text: string | null | undefined): FieldFault[] {
  if (text === undefined || text === null || isHttpAddress(text)) return []
  return [{ field, code: 'INVALID_VALUE', message: 'Must be an http or https address.' }]
}
