import { EXTERNAL_ID_MAX_CHARACTERS } from '@galley/contract/limits'
import type { FieldFault } from '../../core/errors.ts'
import { unstorableText } from '../../core/schema-check.ts'

/** The errors of an external id in a path, which no schema checks. */
export function externalIdFaults(externalId: string): FieldFault[] {
  const field = 'external_id'
  if (externalId === '') return [{ field, code: 'TOO_SHORT', message: 'Must not be empty.' }]
  if ([...externalId].length <= EXTERNAL_ID_MAX_CHARACTERS) return unstorableText(externalId, field)
  return [{ field, code: 'TOO_LONG', message: `Must have at most ${EXTERNAL_ID_MAX_CHARACTERS} characters.` }]
}
