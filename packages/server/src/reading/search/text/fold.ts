const IGNORED = /[\u{ad}\u{200b}-\u{200f}\u{2060}-\u{2064}\u{feff}]|\p{Variation_Selector}/gu
/** Finds texts that need the steps after normalisation; most texts need none of them. */
const FURTHER = /[\u{ad}\u{2000}-\u{2064}\u{feff}ς\t\r\v\f]|\p{Variation_Selector}/u

/**
 * The maximum length of a folded text. Folding turns some characters into up to 18; only texts with many of these are
 * cut.
 */
const FOLDED_MAX = 200_000

/** Latin letters with marks, and small katakana that people write in both sizes: ウィンドウ, ウインドウ. */
const VARIANTS = /[\u{e0}-\u{24f}\u{1e00}-\u{1eff}ァィゥェォ]/gu
const BASES: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ァ: 'ア',
  ィ: 'イ',
  ゥ: 'ウ',
  ェ: 'エ',
  ォ: 'オ',
}

/** The form in which texts are compared: NFKC, lower case, without accents and invisible characters, on one line. */
export function foldText(text: string): string {
  const normal = text.normalize('NFKC').slice(0, FOLDED_MAX).toLowerCase().replaceAll('\n', ' ')
  const plain = normal.replaceAll(VARIANTS, letter => BASES[letter] ?? letter.normalize('NFD').charAt(0))
  if (!FURTHER.test(plain)) return plain
  return plain.replaceAll(IGNORED, '').replaceAll('ς', 'σ').replaceAll('’', "'").replaceAll(/\s/g, ' ')
}

/** A folded text, with the places of its characters in the original. */
export interface FoldedText {
  readonly text: string
  /** The place in the original of a place in the folded text. */
  toOriginal(at: number): number
}

/** A character and the marks that NFKC may join to it: ｶ and ﾞ become ガ. */
const CHARACTER = /[^\p{M}\u{ff9e}\u{ff9f}][\p{M}\u{ff9e}\u{ff9f}]*|[\p{M}\u{ff9e}\u{ff9f}]+/suy

/** Only for texts that are shown: it may take longer than `foldText`. */
export function foldWithPlaces(original: string): FoldedText {
  return keepsPlaces(original) ? { text: foldText(original), toOriginal: at => at } : foldCharacters(original)
}

const FULL_WIDTH = /[\u{ff01}-\u{ff5e}\u{3000}]/gu

/** Whether each character of a text is folded to one character, as in most texts. */
function keepsPlaces(original: string): boolean {
  const others = original.replaceAll(FULL_WIDTH, 'x')
  return (
    others.normalize('NFKC') === others &&
    original.search(IGNORED) === -1 &&
    foldText(original).length === original.length
  )
}

function foldCharacters(original: string): FoldedText {
  const places: number[] = []
  const parts: string[] = []
  for (let at = 0; at < original.length && places.length < FOLDED_MAX; ) {
    if (isFolded(original.charCodeAt(at)) && isFolded(original.charCodeAt(at + 1))) {
      places.push(at)
      parts.push(original.charAt(at++))
      continue
    }
    CHARACTER.lastIndex = at
    const [character = original.charAt(at)] = CHARACTER.exec(original) ?? []
    const folded = foldText(character)
    for (let i = 0; i < folded.length; i++) places.push(at)
    parts.push(folded)
    at += character.length
  }
  return { text: parts.join(''), toOriginal: at => places[at] ?? original.length }
}

/** Whether folding never changes this character, nor joins it to one before it: most of English and Japanese. */
const isFolded = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x20 && code <= 0x40) ||
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x30aa && code <= 0x30fa) ||
  (code >= 0x4e00 && code <= 0x9fff)
