import { isHttpAddress } from '@galley/contract/http-address'
import type { FieldIssue } from './errors.ts'

/**
 * Rules for single values that a schema cannot express. Each returns its errors, so that callers can list them
 * together.
 */

export function blankIssue(field: string, text: string | null | undefined): FieldIssue[] {
  if (text === undefined || text === null || text.trim() !== '') return []
  return [{ field, code: 'TOO_SHORT', message: 'Must not be blank.' }]
}

export function httpUrlIssue(field: string, text: string | null | undefined): FieldIssue[] {
  if (text === undefined || text === null || isHttpAddress(text)) return []
  return [{ field, code: 'INVALID_VALUE', message: 'Must be an http or https address.' }]
}
