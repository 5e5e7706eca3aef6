const IGNORED = /[\u{ad}\u{200b}-\u{200f}\u{2060}-\u{2064}\u{feff}]|\p{Variation_Selector}/gu

/** The form in which texts are compared: NFKC, lower case, without invisible characters, on one line. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(IGNORED, '')
    .replaceAll('ς', 'σ')
    .replaceAll('’', "'")
    .replaceAll(/\s/g, ' ')
}

/** A folded text that knows where its characters come from. */
export interface FoldedText {
  readonly text: string
  /** The place in the original of a place in the folded text. */
  toOriginal(at: number): number
}

/** A character and the marks that NFKC may join to it: ｶ and ﾞ become ガ. */
const CHARACTER = /[^\p{M}\u{ff9e}\u{ff9f}][\p{M}\u{ff9e}\u{ff9f}]*|[\p{M}\u{ff9e}\u{ff9f}]+/gsu

/** Much slower than `foldText`: only for texts that are shown. */
export function foldWithPlaces(original: string): FoldedText {
  const places: number[] = []
  let text = ''
  for (const { 0: character, index } of original.matchAll(CHARACTER)) {
    const folded = foldText(character)
    for (let i = 0; i < folded.length; i++) places.push(index)
    text += folded
  }
  return { text, toOriginal: at => places[at] ?? original.length }
}
