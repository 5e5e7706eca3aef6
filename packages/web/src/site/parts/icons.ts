import { type Html, raw } from '../html.ts'

// Drawn on a 20-unit grid, in the colour and size of the surrounding text.
const icon = (shape: string): Html =>
  raw(
    `<svg class="icon" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${shape}</svg>`,
  )

export const likeIcon = icon(
  '<path d="M10 16.8 3.9 10.9a4 4 0 0 1 0-5.7 3.9 3.9 0 0 1 5.6 0l.5.5.5-.5a3.9 3.9 0 0 1 5.6 0 4 4 0 0 1 0 5.7z"/>',
)
export const saveIcon = icon('<path d="M5 3h10v14l-5-3.6L5 17z"/>')
/** The icon of resonance: a plucked string and one that vibrates with it. */
export const resonanceIcon = icon(
  '<circle cx="10" cy="10" r="1.4"/><path d="M6.4 13.6a5 5 0 0 1 0-7.2M13.6 6.4a5 5 0 0 1 0 7.2M3.8 16.2a8.8 8.8 0 0 1 0-12.4M16.2 3.8a8.8 8.8 0 0 1 0 12.4"/>',
)
export const commentIcon = icon('<path d="M3 4h14v10H9l-4 3v-3H3z"/>')
export const verifiedIcon = icon('<path d="M4.5 10.4 8.2 14l7.3-8"/>')

export const newsIcon = icon('<path d="M4 14.5h12L14.5 12V8.5a4.5 4.5 0 0 0-9 0V12zM8.3 17h3.4"/>')
export const searchIcon = icon('<circle cx="8.8" cy="8.8" r="5.3"/><path d="m12.8 12.8 4.2 4.2"/>')

/** The site's logo, as in `feeds/mark.svg`. */
export const siteMark = raw(
  '<svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="4" fill="currentColor"/><path class="mark-letter" d="M24.5 10H10v12h13v-6h-6" fill="none" stroke-width="3"/></svg>',
)
