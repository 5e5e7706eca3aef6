const VOWEL = /[aeiouy]/

/**
 * The common beginning of the forms of an English word: tests, tested, testing → test. Words of other languages and
 * short words stay unchanged.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const singular = withoutPlural(word)
  const base = withoutEnding(singular)
  // make, making → mak
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/^(?:hal|kni|lea|loa|shel|thie|wol)ves$/.test(word)) return `${word.slice(0, -3)}f`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  // migration, migrate → migrat; but not nation or version
  if (/[st]ion$/.test(word) && word.length > 7) return word.slice(0, -3)
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0
  const base = word.slice(0, -ending)
  if (ending === 0 || base.length < 3 || !VOWEL.test(base)) return word
  // running → run; but falling → fall
  return /([bdfgmnprt])\1$/.test(base) ? base.slice(0, -1) : base
}

/** A beginning that every form of a word with this stem has: query, queries; knife, knives. */
export const stemPrefix = (stemmed: string): string => (stemmed.length > 3 ? stemmed.replace(/[fy]$/, '') : stemmed)
