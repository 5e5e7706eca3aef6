import type { Language } from '@galley/contract/identity/languages'
import { formatDate, formatNearTime, formatTime } from '../format.ts'
import { type Html, html } from '../html.ts'

export const dateOf = (language: Language, iso: string): Html =>
  html`<time datetime="${iso}">${formatDate(language, iso)}</time>`

export const timeOf = (language: Language, iso: string): Html =>
  html`<time datetime="${iso}">${formatTime(language, iso)}</time>`

export const nearTimeOf = (language: Language, iso: string): Html =>
  html`<time datetime="${iso}">${formatNearTime(language, iso)}</time>`
