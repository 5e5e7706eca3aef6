import { USERNAME_MAX_CHARACTERS } from '@galley/contract/limits'

const USERNAME = new RegExp(`^[A-Za-z0-9_]{1,${USERNAME_MAX_CHARACTERS}}$`)

/**
 * A username as it is stored; undefined for text that cannot be one. Only ASCII letters have another case here: in
 * Unicode, the lower case of U+212A (the Kelvin sign) is an ordinary `k`, so two different names would become one.
 */
export function canonicalUsername(text: string): string | undefined {
  return USERNAME.test(text) ? text.toLowerCase() : undefined
}
