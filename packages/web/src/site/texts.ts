import type { Language } from '@galley/contract/identity/languages'
import { texts as en, type Texts } from '../texts/en/site.ts'
import { texts as ja } from '../texts/ja/site.ts'

/** A new language is an entry here, and a folder of texts. */
const TEXTS: Readonly<Record<Language, Texts>> = { en, ja }

export const textsIn = (language: Language): Texts => TEXTS[language]

/** Guesses the language of a title, name or comment by its letters. It affects glyphs and line breaks. */
export const languageOf = (text: string): Language =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en'
