export type Language = 'ja' | 'en'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々]/gu
const LETTER = /\p{L}/gu

/** Japanese prose is full of Latin words; English prose hardly ever has a fifth of its letters from Japan. */
const JAPANESE_SHARE = 0.2

/** Counting letters in more than this would take too long where requests are answered; the rest is taken to be alike. */
const SAMPLE_CHARACTERS = 100_000

/** A guess, by the share of kana and kanji among the letters. */
export function guessLanguage(whole: string): Language {
  const text = whole.slice(0, SAMPLE_CHARACTERS)
  const letters = count(text, LETTER)
  return letters > 0 && count(text, JAPANESE) / letters >= JAPANESE_SHARE ? 'ja' : 'en'
}

const JAPANESE_PER_MINUTE = 500
const WORDS_PER_MINUTE = 220
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu

/** Japanese is read by the character, other languages by the word; a text of both takes the time of both. */
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
