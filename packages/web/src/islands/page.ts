import { isLanguage } from '@galley/contract/identity/languages'
import { islands as en } from '../texts/en/islands.ts'
import { islands as ja } from '../texts/ja/islands.ts'

const { lang } = document.documentElement
export const language = isLanguage(lang) ? lang : 'en'

/** Texts that the page does not already contain. */
export const texts = { en, ja }[language]

let region: HTMLElement | undefined

/** Announces a text to screen readers through a live region. */
export function announce(message: string): void {
  if (region === undefined) {
    region = document.createElement('p')
    region.className = 'hidden'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  const { textContent } = region
  // Screen readers ignore text in a region that was just added, and repeated text: hence the delay and the space.
  setTimeout(() => region?.replaceChildren(message === textContent ? `${message}\u00a0` : message), 100)
}

/** Shows an error message below an element, and announces it. */
export function showError(message: string, parent: HTMLElement): void {
  clearError(parent)
  const paragraph = document.createElement('p')
  paragraph.className = 'error-message'
  paragraph.setAttribute('role', 'alert')
  parent.append(paragraph)
  paragraph.textContent = message
}

export function clearError(parent: HTMLElement): void {
  parent.querySelector(':scope > .error-message')?.remove()
}
