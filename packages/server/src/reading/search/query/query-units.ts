import { stem } from '../text/stem.ts'
import { eachTerm, longestTerms, unspacedTerms } from '../text/terms.ts'
import { isPlainWord, markedParts, piecesOf, startsUnspaced, wordsOf } from '../text/words.ts'

/** A part of a query: a word, phrase or sign that a post must contain, or must not contain. */
export interface SearchUnit {
  /** As `foldText` returns it. */
  readonly text: string
  /** A word matches all forms with its stem, anything else only itself. */
  readonly stem: string | null
  /** What the index is asked for. Empty for signs and single kana, which only the text itself can answer. */
  readonly terms: readonly string[]
  /** Whether a post with the terms has the text for certain. */
  readonly isExact: boolean
  readonly isPhrase?: boolean
  /** Matches instead of the text. */
  readonly pattern?: RegExp
}

/** Enough to find the few posts with a long text; the text itself is compared afterwards. */
const TERMS_MAX = 40

export function phraseUnit(text: string): SearchUnit {
  const terms: string[] = []
  eachTerm(text, term => terms.push(term))
  return { text, stem: null, terms: longestTerms(terms).slice(0, TERMS_MAX), isExact: false, isPhrase: true }
}

/** The units of a word as it was typed: Next.js入門 is two words, and so is データ分析. */
export function wordUnits(typed: string): SearchUnit[] {
  const pieces = piecesOf(typed)
  if (pieces.length === 0) return [{ text: typed, stem: null, terms: [], isExact: false }]
  return pieces.flatMap((piece, i) =>
    startsUnspaced(piece) ? splitUnspaced(piece, i > 0).map(unspacedUnit) : [codeUnit(piece)],
  )
}

export function codeUnit(piece: string): SearchUnit {
  if (isPlainWord(piece)) return { text: piece, stem: stem(piece), terms: [stem(piece)], isExact: true }
  const terms = [...wordsOf(piece).map(stem), ...markedParts(piece)]
  return { text: piece, stem: null, terms: [...new Set(terms)].slice(0, TERMS_MAX), isExact: false }
}

export function unspacedUnit(run: string): SearchUnit {
  // サーバー also finds サーバ.
  const text = run.length > 3 ? run.replace(/(?<=[\p{Script=Katakana}ー]{3})ー$/u, '') : run
  const all: string[] = []
  unspacedTerms(text, [...text].length === 1, term => all.push(term))
  const terms = longestTerms(all).slice(0, TERMS_MAX)
  return { text, stem: null, terms, isExact: terms[0] === text }
}

const PARTICLES = new Set(
  'の を に へ が は で と も や か から まで より など への での との には では とは という について における による ための のための'.split(
    ' ',
  ),
)
const SCRIPTS = /[\p{Script=Hiragana}]+|[\p{Script=Katakana}ー]+|[^\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const HIRAGANA = /^\p{Script=Hiragana}/u
const KATAKANA = /^\p{Script=Katakana}/u

/**
 * People write several Japanese words together, and other texts have them in another order. They are separated at
 * particles and between kanji and katakana. A kanji with its ending stays together: 食べ方.
 */
function splitUnspaced(run: string, followsAnother: boolean): string[] {
  const parts = run.match(SCRIPTS) ?? []
  const words: string[] = []
  let word = ''
  parts.forEach((part, i) => {
    const last = parts[i - 1]
    if (PARTICLES.has(part) && (followsAnother || last !== undefined)) {
      words.push(word)
      word = ''
      return
    }
    const isBoundary = last !== undefined && !HIRAGANA.test(part) && !HIRAGANA.test(last)
    if (isBoundary && KATAKANA.test(part) !== KATAKANA.test(last)) {
      words.push(word)
      word = ''
    }
    word += part
  })
  const found = [...words, word].flatMap(withoutMethod).filter(text => text !== '')
  return found.length > 0 || followsAnother ? found : [run]
}

/** 計算方法 → 計算, 方法: the second word is in few texts that answer the question. */
function withoutMethod(word: string): string[] {
  const [, about, method] = /^(.+)(方法|やり方|仕方)$/u.exec(word) ?? []
  return about === undefined || method === undefined ? [word] : [about, method]
}
