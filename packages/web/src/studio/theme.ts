import { rememberFor } from './i18n/language.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Shows it at once, and remembers it where the server looks for it. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  rememberFor(365, 'theme', theme)
}
