import type { messages as english } from './messages.en.ts'

export type Language = 'en' | 'ja'

/** The texts of the studio, by area. */
export type Messages = typeof english

/** The server chose it and set it on the page; a change reloads the page. */
export const language: Language = document.documentElement.lang.startsWith('ja') ? 'ja' : 'en'

/** Separate functions: the build would merge a choice between two imports, and load both files in advance. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./messages.en.ts'),
  ja: () => import('./messages.ja.ts'),
}

let messages: Messages | undefined

/** Loads the texts of the page's language. Everything that shows text must be loaded after this. */
export async function loadMessages(): Promise<void> {
  messages = (await LOADERS[language]()).messages
}

/** The texts of an area, outside of components. */
export function textOf<Area extends keyof Messages>(area: Area): Messages[Area] {
  if (messages === undefined) throw new Error('the texts are not loaded yet')
  return messages[area]
}

/** The texts of an area, in a component. */
export const useText = textOf

/** Stores the choice where the server reads it, and reloads the page. */
export function chooseLanguage(choice: Language): void {
  setCookie(365, 'lang', choice)
  location.reload()
}

export function setCookie(days: number, name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; samesite=lax`
}
