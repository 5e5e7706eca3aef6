import { stem, stemPrefix } from '../text/stem.ts'
import { isLetter, startsUnspaced } from '../text/words.ts'
import type { SearchUnit } from './query-units.ts'

export type Range = readonly [from: number, to: number]

/** Where a unit is in a folded text, first to last. */
export function occurrencesOf(unit: SearchUnit, text: string, max: number): Range[] {
  if (unit.pattern !== undefined) {
    const matches = text.matchAll(unit.pattern).take(max)
    return [...matches.map(({ index, 0: { length } }): Range => [index, index + length])]
  }
  const found: Range[] = []
  const wanted = unit.stem === null ? unit.text : stemPrefix(unit.stem)
  for (let at = text.indexOf(wanted); at !== -1 && found.length < max; ) {
    const end = unit.stem === null ? endOfText(unit.text, text, at) : endOfWord(unit.stem, text, at)
    if (end !== undefined) found.push([at, end])
    at = text.indexOf(wanted, end ?? at + 1)
  }
  return found
}

/** The word at this place, if it is a form of the stem. */
function endOfWord(stemmed: string, text: string, at: number): number | undefined {
  if (at > 0 && isLetter(text.charAt(at - 1))) return undefined
  let end = at + 1
  while (end < text.length && isLetter(text.charAt(end))) end++
  return stem(text.slice(at, end)) === stemmed ? end : undefined
}

/** A text that begins or ends with a letter of a word is not found inside of a longer word. */
function endOfText(wanted: string, text: string, at: number): number | undefined {
  const end = at + wanted.length
  if (startsUnspaced(wanted)) return end
  const isInside = (inner: string, outer: string) => isLetter(inner) && outer !== '' && isLetter(outer)
  if (isInside(wanted.charAt(0), text.charAt(at - 1))) return undefined
  return isInside(wanted.charAt(wanted.length - 1), text.charAt(end)) ? undefined : end
}

/** Whether a word is a name that the folded text has with a dot or hyphen in it: nextjs, next.js; wifi, wi-fi. */
export function isNameWithoutSign({ stem: stemmed, text: word }: SearchUnit, text: string): boolean {
  if (stemmed === null || word.length < 4 || word.length > 30) return false
  for (let at = 1; at < word.length; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    if (hasText(`${first}-${second}`, text) || hasText(`${first}.${second}`, text)) return true
  }
  return false
}

function hasText(wanted: string, text: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (endOfText(wanted, text, at) !== undefined) return true
  }
  return false
}

/** Whether a word is a part of a name such as useEffect. Needs the text before folding. */
export function isPartOfName({ stem: stemmed, text: word }: SearchUnit, original: string): boolean {
  if (stemmed === null || !/^[a-z0-9]+$/.test(word)) return false
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  for (const wanted of [capital, word]) {
    for (let at = original.indexOf(wanted); at !== -1; at = original.indexOf(wanted, at + 1)) {
      const before = original.charAt(at - 1)
      const after = original.charAt(at + wanted.length)
      const isBegin = wanted === word ? !/[a-z0-9]/i.test(before) : /[a-z0-9]/.test(before)
      if (isBegin && !/[a-z]/.test(after) && /[A-Za-z0-9]/.test(before + after)) return true
    }
  }
  return false
}
