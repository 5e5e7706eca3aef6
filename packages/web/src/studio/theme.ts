import { useSyncExternalStore } from 'react'
import { setCookie } from './i18n/language.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const listeners = new Set<() => void>()

/** Applies a theme at once, and stores it in a cookie for the server. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  setCookie(365, 'theme', theme)
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)

const currentTheme = (): Theme => THEMES.find(theme => theme === document.documentElement.dataset['theme']) ?? 'auto'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
