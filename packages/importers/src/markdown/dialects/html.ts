import { outsideCode } from '@galley/markdown/outside-code'
import { embedAddress, GIST } from '../../html/embeds.ts'
import type { Dialect } from './dialect.ts'
import { replaceEmbeds } from './replace-embeds.ts'

const SOURCE = /\ssrc\s*=\s*["']?((?:https?:)?\/\/[^\s"'<>]+)/i

/** Frames, films and scripts in HTML, which the site does not show. */
export const htmlDialect: Dialect = (text, report) =>
  outsideCode(text, part => {
    for (const [script] of part.matchAll(/<script\b[^<>]*>/gi)) {
      if (!GIST.test(SOURCE.exec(script)?.[1] ?? '')) report.add({ code: 'script_removed' })
    }
    const pattern = /<(iframe|video|audio|embed|script)\b([^<>]*)>(?:((?:(?!<\/?\1\b)[\s\S]){0,2000})<\/\1\s*>)?/gi
    return replaceEmbeds(part, pattern, report, ([tag = '', attributes = '', inner = '']) => {
      const source = (SOURCE.exec(attributes) ?? SOURCE.exec(inner))?.[1]?.replace(/^\/\//, 'https://')
      if (tag.toLowerCase() === 'script') return GIST.exec(source ?? '')?.[1]
      const address = source === undefined ? undefined : embedAddress(source.replaceAll('&amp;', '&'))
      if (address === undefined) report.add({ code: 'embed_removed' })
      return address
    })
  })
