import { closest } from '@galley/contract/closest'
import { isHttpAddress } from '@galley/contract/http-address'
import { TAG_MAX_CHARACTERS, TAGS_MAX_PER_POST, URL_MAX_CHARACTERS } from '@galley/contract/limits'
import { parseTime, TIME_EXAMPLES } from '@galley/contract/times'
import type { Field, FieldValue } from '@galley/contract/writing/front-matter'

export interface ValueError {
  readonly message: string
  readonly fix: string
}

/** The value of a field, or what is wrong with it. */
export type Checked = { readonly value: FieldValue } | ValueError

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function checkValue(name: string, field: Field, given: unknown): Checked {
  if (given === null || given === undefined) {
    return field.kind === 'text' && field.required ? missing(name) : { value: field.absent }
  }
  switch (field.kind) {
    case 'text':
      return text(name, given, field.maxCharacters, field.required === true)
    case 'choice':
      return choice(name, given, field.values)
    case 'boolean':
      if (typeof given === 'boolean') return { value: given }
      return { message: `${name} must be true or false.`, fix: `Write "${name}: true" or "${name}: false".` }
    case 'integer':
      if (Number.isInteger(given) && (given as number) >= field.min && (given as number) <= field.max) {
        return { value: given as number }
      }
      return {
        message: `${name} must be a whole number of at least ${field.min}.`,
        fix: `Write it like "${name}: 500".`,
      }
    case 'tags':
      return tags(given)
    case 'time':
      return time(name, given)
    case 'id':
      if (typeof given === 'string' && UUID.test(given)) return { value: given.toLowerCase() }
      return { message: `${name} is not an id.`, fix: 'Copy the id from the studio; it has 36 characters.' }
    case 'address':
      return address(name, given)
    case 'image':
      if (typeof given !== 'string') return { message: `${name} must be text.`, fix: 'Write the path of an image.' }
      return /^[a-z][a-z0-9+.-]*:/i.test(given) ? address(name, given) : { value: given }
  }
}

export const missing = (name: string): ValueError => ({
  message: `${name} is missing.`,
  fix: `Add a line like "${name}: My post" to the front matter.`,
})

export const characters = (value: string): number => [...value].length

function text(name: string, given: unknown, max: number, required: boolean): Checked {
  if (typeof given !== 'string') {
    return { message: `${name} must be text.`, fix: `Put it in quotes: ${name}: "${String(given)}"` }
  }
  if (given === '' && required) return missing(name)
  const length = characters(given)
  if (length > max) {
    return { message: `${name} has ${length} characters; ${max} are allowed.`, fix: `Shorten it by ${length - max}.` }
  }
  return unstorable(name, given) ?? { value: given === '' ? null : given }
}

/** The database accepts neither NUL characters nor lone surrogates. */
export function unstorable(name: string, given: string): ValueError | undefined {
  if (!given.includes('\0') && given.isWellFormed()) return undefined
  return { message: `${name} contains a character that cannot be stored.`, fix: 'Remove NUL and broken characters.' }
}

function choice(name: string, given: unknown, values: readonly string[]): Checked {
  if (typeof given === 'string' && values.includes(given)) return { value: given }
  const similar = closest(String(given), values)
  const fix = similar === undefined ? `Use one of: ${values.join(', ')}.` : `Did you mean "${similar}"?`
  return { message: `${name} cannot be "${String(given)}".`, fix }
}

function tags(given: unknown): Checked {
  if (!Array.isArray(given) || !given.every(tag => typeof tag === 'string' || typeof tag === 'number')) {
    return { message: 'tags must be a list of words.', fix: 'Write it like "tags: [weather, rain]".' }
  }
  if (given.length > TAGS_MAX_PER_POST) {
    return { message: `There are ${given.length} tags; ${TAGS_MAX_PER_POST} are allowed.`, fix: 'Remove some.' }
  }
  const names = given.map(tag => String(tag).trim())
  const tooLong = names.find(tag => characters(tag) > TAG_MAX_CHARACTERS)
  if (tooLong !== undefined) {
    return { message: `The tag "${tooLong}" is too long.`, fix: `Use at most ${TAG_MAX_CHARACTERS} characters.` }
  }
  if (names.includes('')) return { message: 'A tag is empty.', fix: 'Remove it.' }
  // The server removes duplicates too.
  return unstorable('tags', names.join()) ?? { value: [...new Set(names)] }
}

function time(name: string, given: unknown): Checked {
  const at = typeof given === 'string' ? parseTime(given) : undefined
  if (at !== undefined) return { value: at.toISOString() }
  return { message: `${name} is not a date and time.`, fix: `Write ${TIME_EXAMPLES}.` }
}

function address(name: string, given: unknown): Checked {
  if (typeof given === 'string' && given.length <= URL_MAX_CHARACTERS && isHttpAddress(given)) return { value: given }
  return { message: `${name} is not an http or https address.`, fix: 'Write it like https://example.com/page.' }
}
