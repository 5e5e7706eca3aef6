import type { Language } from '@galley/contract/identity/languages'
import { en, type Messages } from './messages/en.ts'
import { ja } from './messages/ja.ts'

export type { Language }

const MESSAGES: Readonly<Record<Language, Messages>> = { en, ja }

export const messagesIn = (language: Language): Messages => MESSAGES[language]

/** Guesses the language of a title, name or comment by its letters. It affects glyphs and line breaks. */
export const languageOf = (text: string): Language =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en'
