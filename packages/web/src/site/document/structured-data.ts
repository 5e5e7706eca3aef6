import { type Html, raw } from '../html.ts'

/** JSON-LD, which browsers do not execute. "<" is escaped, so the data cannot end the element. */
export const structuredData = (data: Record<string, unknown>): Html =>
  raw(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)
