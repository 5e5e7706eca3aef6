/** Scripts that write without spaces. They are indexed by pairs of characters. */
const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー々〆]'
const LETTER = `[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]`

/** A word with the signs that give it its meaning in code: next.js, snake_case, c++, c#, .env, @scope, --flag. */
const CODE_WORD = `(?:--|[.@#$])?${LETTER}+(?:[._+@\\&']+${LETTER}+)*(?:\\+\\+|#)?`

const PIECES = new RegExp(`${UNSPACED}+|${CODE_WORD}`, 'gv')
const WORDS_AND_SIGNS = new RegExp(`${LETTER}+|[^\\p{L}\\p{N}\\p{M}]+`, 'gv')
const WORDS = new RegExp(`${LETTER}+`, 'gv')
const IS_LETTER = new RegExp(`^${LETTER}$`, 'v')
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v')
const IS_WORD = new RegExp(`^${LETTER}+$`, 'v')

/** Whether this is a letter or digit of a word in a script with spaces. */
export function isLetter(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a)
  // Most of the other characters are Japanese; for these the slow expression is not needed.
  return !(code >= 0x3000 && code <= 0x9fff) && IS_LETTER.test(character)
}

export const startsUnspaced = (text: string): boolean => IS_UNSPACED.test(text)
export const isPlainWord = (text: string): boolean => IS_WORD.test(text)

/** By number, because a regular expression for each character of a text would take most of the time of indexing. */
export function isHan(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || code >= 0x20000 || code === 0x3005
}

/** Also the sign for a long vowel. */
export const isKatakana = (character: string): boolean => character >= 'ァ' && character <= 'ヿ'

/** The runs of a folded text: of a script without spaces, or one word of another script. */
export const piecesOf = (folded: string): string[] => folded.match(PIECES) ?? []

/** The words of a code word: next.js → next, js. */
export const wordsOf = (piece: string): string[] => piece.match(WORDS) ?? []

/** The parts of a code word in which a sign joins or marks words: a.b.c → a.b, b.c; c++ → c++. */
export function markedParts(piece: string): string[] {
  const tokens = piece.match(WORDS_AND_SIGNS) ?? []
  return tokens.flatMap((token, i) =>
    isPlainWord(token) ? [] : [(tokens[i - 1] ?? '') + token + (tokens[i + 1] ?? '')],
  )
}

/** A name that people also write without its dot: next.js → nextjs. Undefined for any other piece. */
export const withoutDot = (piece: string): string | undefined =>
  /^[a-z0-9]{2,20}\.[a-z]{2,10}$/.test(piece) ? piece.replace('.', '') : undefined

/** Begins at the hyphen: most texts have few of them, so trying each letter as the beginning would take longer. */
const HYPHENATED = /-(?<=(?<![a-z0-9-])([a-z]{1,10})-)([a-z]{1,10})(?![a-z0-9-])/g

/** The names of a folded text that people also write without their hyphen: wi-fi → wifi. */
export const withoutHyphens = (folded: string): string[] =>
  Array.from(folded.matchAll(HYPHENATED), ([, first = '', second = '']) => first + second)

/** A name with a capital letter after another letter or a digit. */
const CAMEL_CASE = /(?<![A-Za-z0-9])[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*/g
const INNER_CAPITAL = /[a-z0-9][A-Z]/
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

/** The words inside of names such as useEffect, in lower case. Needs the text before folding. */
export function camelParts(text: string): string[] {
  // Most texts have none, and this is found in a fraction of the time.
  if (!INNER_CAPITAL.test(text)) return []
  const names = (text.match(CAMEL_CASE) ?? []).filter(name => name.length < 100)
  return names.flatMap(name => name.split(HUMP)).map(part => part.toLowerCase())
}
