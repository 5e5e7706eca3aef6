import { setCookie } from './i18n/language.ts'
import { createStore } from './store.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const { dataset } = document.documentElement
const chosen = createStore<Theme>(THEMES.find(theme => theme === dataset['theme']) ?? 'auto')

/** Applies a theme at once, and stores it in a cookie for the server. */
export function chooseTheme(theme: Theme): void {
  dataset['theme'] = theme
  setCookie(365, 'theme', theme)
  chosen.set(theme)
}

export const useTheme = chosen.use
