import { stem } from './stem.ts'
import { isHan, isKatakana, isPlainWord, markedParts, piecesOf, startsUnspaced, withoutDot, wordsOf } from './words.ts'

/** What a term stands for. A word in a title, a tag or a heading is a term of its own beside the word in any text. */
const KINDS = { text: 0x811c9dc5, head: 0x1b873593, tag: 0x2c1b3c6d, author: 0x297a2d39 } as const
export type TermKind = keyof typeof KINDS

/** A 32-bit number (FNV-1a). Two texts may share one: results are compared with the text itself. */
export function termOf(kind: TermKind, text: string): number {
  let hash: number = KINDS[kind]
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) | 0
}

/** Calls `add` for everything in a folded text that can be searched for. */
export function eachTerm(folded: string, add: (text: string) => void): void {
  // Most words of a text occur more than once.
  for (const piece of new Set(piecesOf(folded))) {
    if (startsUnspaced(piece)) unspacedTerms(piece, true, add)
    else if (isPlainWord(piece)) add(stem(piece))
    else {
      for (const word of wordsOf(piece)) add(stem(word))
      for (const part of markedParts(piece)) add(part)
      const joined = withoutDot(piece)
      if (joined !== undefined) add(stem(joined))
    }
  }
}

/**
 * Pairs of characters, and with `single` also each kanji. A katakana word is often long and has pairs that many other
 * words have, so its groups of three are terms as well.
 */
export function unspacedTerms(run: string, single: boolean, add: (text: string) => void): void {
  let pair = ''
  let last = ''
  for (const character of run) {
    if (single && isHan(character)) add(character)
    const isSame = isKatakana(character) && isKatakana(last)
    if (isSame && pair !== '') add(pair + character)
    if (last !== '') add(last + character)
    pair = isSame ? last + character : ''
    last = character
  }
}

/** Without the terms that are part of another one, which narrow the search less. */
export function longestTerms(terms: Iterable<string>): string[] {
  const all = [...new Set(terms)]
  return all.filter(term => !all.some(other => other.length > term.length && other.includes(term)))
}
