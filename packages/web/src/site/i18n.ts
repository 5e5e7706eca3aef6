import { en, type Messages } from './messages/en.ts'
import { ja } from './messages/ja.ts'

export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

const MESSAGES: Readonly<Record<Language, Messages>> = { en, ja }

export const messagesIn = (language: Language): Messages => MESSAGES[language]

export const isLanguage = (value: string | undefined): value is Language =>
  LANGUAGES.some(language => language === value)

/** The chosen language, else the supported one that the browser prefers, else English. */
export function chooseLanguage(chosen: string | undefined, accepts: string | undefined): Language {
  if (isLanguage(chosen)) return chosen
  let best: Language = 'en'
  let bestWeight = 0
  for (const entry of (accepts ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
    const weight = Number(parameters.map(text => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean) ?? 1)
    const language = tag.split('-')[0]
    if (isLanguage(language) && weight > bestWeight) {
      best = language
      bestWeight = weight
    }
  }
  return best
}

/** Guesses the language of a title, name or comment by its letters. It affects glyphs and line breaks. */
export const languageOf = (text: string): Language =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en'
