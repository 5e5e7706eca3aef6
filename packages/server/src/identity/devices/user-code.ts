import { randomInt } from 'node:crypto'

/** Consonants only: no letter looks like a digit or another letter, and codes do not form words. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

/** 34 bits, which is enough for a code that lives 10 minutes and can be tried a few times a minute. */
export function newUserCode(): string {
  let code = ''
  for (let i = 0; i < LENGTH; i++) code += ALPHABET[randomInt(ALPHABET.length)]
  return code
}

/** As it is shown: `BCDF-GHJK`. */
export const displayUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** A typed code without case, dashes and spaces; undefined if it cannot be one. */
export function parseUserCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()
  return code.length === LENGTH && [...code].every(letter => ALPHABET.includes(letter)) ? code : undefined
}
