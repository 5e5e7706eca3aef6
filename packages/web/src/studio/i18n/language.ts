export type Language = 'en' | 'ja'

/** Texts of one area in both languages; the second has the shape of the first. */
export type Texts<T> = Readonly<Record<Language, T>>

/** The server chose it and wrote it on the page; a change reloads the page. */
export const language: Language = document.documentElement.lang.startsWith('ja') ? 'ja' : 'en'

/** The texts of an area, outside of components. */
export const textOf = <T>(texts: Texts<T>): T => texts[language]

/** The texts of an area, in a component. */
export const useText = <T>(texts: Texts<T>): T => textOf(texts)

/** Remembers the choice where the server looks for it, and begins anew. */
export function chooseLanguage(choice: Language): void {
  rememberFor(365, 'lang', choice)
  location.reload()
}

export function rememberFor(days: number, name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; samesite=lax`
}
