import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '@galley/contract/delivery/events'
import { PAGE_LIMIT_MAX } from '@galley/contract/limits'

/** The text of `src/generated/values.ts`: names and limits of the contract that the client uses. */
export function valuesText(version: string): string {
  return `
/** The version of this package. */
export const VERSION = '${version}'

/** The maximum page size of a list. */
export const PAGE_LIMIT_MAX = ${PAGE_LIMIT_MAX}

/** The headers of a webhook's request. */
export const DELIVERY_HEADERS = ${JSON.stringify(DELIVERY_HEADERS)} as const

/** Precedes the hex digits of a signature. */
export const SIGNATURE_PREFIX = '${SIGNATURE_PREFIX}'
`
}
