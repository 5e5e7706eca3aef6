import { type Html, raw } from './html.ts'

/** JSON-LD: data, which no browser runs. No "<" is left in it, so nothing in it can end the element. */
export const structuredData = (data: Record<string, unknown>): Html =>
  raw(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)
