import type { Messages } from './messages.en.ts'

export type { Messages }

interface LanguageData {
  /** In the language itself, for users who cannot read the other ones. */
  readonly name: string
  readonly choose: string
  readonly locale: string
  /** 0 is Sunday. */
  readonly firstWeekday: number
  /** Whether words, and a number and its unit, have a space between them. */
  readonly hasSpaces: boolean
  /** Separate functions: the build would merge a choice between two imports, and load all files in advance. */
  readonly load: () => Promise<{ readonly messages: Messages }>
}

export type Language = 'en' | 'ja'

/** A new language is an entry here, and a folder of texts. */
export const LANGUAGES: Readonly<Record<Language, LanguageData>> = {
  en: {
    name: 'English',
    choose: 'Show in English',
    locale: 'en-GB',
    firstWeekday: 1,
    hasSpaces: true,
    load: () => import('./messages.en.ts'),
  },
  ja: {
    name: '日本語',
    choose: '日本語で表示',
    locale: 'ja-JP',
    firstWeekday: 0,
    hasSpaces: false,
    load: () => import('./messages.ja.ts'),
  },
}

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]

/** The server chose it and set it on the page; a change reloads the page. */
export const language: Language = LANGUAGE_CODES.find(code => document.documentElement.lang.startsWith(code)) ?? 'en'

let messages: Messages | undefined

/** Loads the texts of the page's language. Everything that shows text must be loaded after this. */
export async function loadMessages(): Promise<void> {
  messages = (await LANGUAGES[language].load()).messages
}

/** The texts of an area. */
export function textOf<Area extends keyof Messages>(area: Area): Messages[Area] {
  if (messages === undefined) throw new Error('the texts are not loaded yet')
  return messages[area]
}

/** Stores the choice where the server reads it, and reloads the page. */
export function chooseLanguage(choice: Language): void {
  setCookie(365, 'lang', choice)
  location.reload()
}

export function setCookie(days: number, name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; samesite=lax`
}
