import { outsideCode } from '@galley/markdown/outside-code'
import type { Dialect } from './dialect.ts'
import { embedUrl, replaceEmbeds } from './replace-embeds.ts'

/** `@[youtube](…)`. */
export const zennDialect: Dialect = (text, report) =>
  outsideCode(text, part =>
    replaceEmbeds(part, /@\[([a-z]+)\]\(([^)\s]{1,2000})\)/g, report, ([service = '', id = '']) => {
      const url = embedUrl(service, id)
      if (url === undefined) report.add({ code: 'zenn_embed_kept', values: { service } })
      return url
    }),
  )
