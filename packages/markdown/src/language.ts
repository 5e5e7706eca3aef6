export type Language = 'ja' | 'en'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々]/gu
const LETTER = /\p{L}/gu

/** Japanese prose has many Latin words; in English prose, less than a fifth of the letters are Japanese. */
const JAPANESE_SHARE = 0.2

/** Only this many characters are counted, because this runs while a request is handled. */
const SAMPLE_CHARACTERS = 100_000

/** Guesses the language by the share of kana and kanji among the letters. */
export function guessLanguage(whole: string): Language {
  const text = whole.slice(0, SAMPLE_CHARACTERS)
  const letters = count(text, LETTER)
  return letters > 0 && count(text, JAPANESE) / letters >= JAPANESE_SHARE ? 'ja' : 'en'
}

const JAPANESE_PER_MINUTE = 500
const WORDS_PER_MINUTE = 220
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu

/** Japanese is counted by characters, other languages by words; a mixed text takes the time of both. */
export function readingMinutes(whole: string): number {
  const text = whole.slice(0, SAMPLE_CHARACTERS)
  const words = count(text.replaceAll(JAPANESE, ' '), WORD)
  const minutes = count(text, JAPANESE) / JAPANESE_PER_MINUTE + words / WORDS_PER_MINUTE
  return Math.ceil(text.length === 0 ? 0 : (minutes * whole.length) / text.length)
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}
