import { randomInt } from 'node:crypto'
import { SLUG_SUFFIX_CHARACTERS, SLUG_TITLE_MAX_CHARACTERS } from '@galley/contract/limits'

const SUFFIX_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A slug from a title: words of any script, and a random suffix that makes it unique. */
export function newSlug(title: string): string {
  return `${slugWords(title) || 'post'}-${slugSuffix()}`
}

export function slugSuffix(): string {
  let suffix = ''
  for (let i = 0; i < SLUG_SUFFIX_CHARACTERS; i++) suffix += SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)]
  return suffix
}

/** Keeps letters, digits and combining marks (vowels in many scripts); everything else becomes a hyphen. */
export function slugWords(title: string): string {
  const hyphenated = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^[\p{L}\p{M}\p{N}]--\p{Default_Ignorable_Code_Point}]+/gv, '-')
    .replace(/^-/, '')
  return [...hyphenated].slice(0, SLUG_TITLE_MAX_CHARACTERS).join('').replace(/-$/, '')
}
