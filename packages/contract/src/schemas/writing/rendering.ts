import { type Static, Type } from 'typebox'
import { ARTICLE_LANGUAGES } from '../../values/identity/languages.ts'
import { CONTENT_MAX_CHARACTERS } from '../../values/limits.ts'
import { RENDERING_LIMITS } from '../../values/writing/posts.ts'
import { Count, closed, nullable, oneOf } from '../schema.ts'

export const TocEntry = Type.Object(
  {
    id: Type.String({ description: 'The `id` of the heading in the HTML.' }),
    level: Type.Integer({ minimum: 2, maximum: 3 }),
    text: Type.String(),
  },
  { title: 'TocEntry' },
)
export type TocEntry = Static<typeof TocEntry>

const html = Type.String({
  description: 'Sanitised HTML without scripts, event handlers and styles; links are http, https or mailto.',
})
const about = {
  toc: Type.Array(TocEntry, { description: 'The headings of the second and third level.' }),
  reading_minutes: Count,
  language: oneOf(ARTICLE_LANGUAGES, { description: 'Guessed from the characters of the text.' }),
}

export const ExceededLimit = nullable(oneOf(RENDERING_LIMITS), {
  description:
    'The limit that the text exceeds, so that readers see it as plain paragraphs: `size` (the page would have more than 4 MiB, ten times its text plus 64 KiB, or 150,000 elements), `nesting` (more than 500 tags in each other), `time` or `memory`. null for a text that is rendered, or is not yet.',
})

/** A rendered public post; only the free part of a paid one. */
export const PublicPostHtml = Type.Object(
  {
    html: nullable(html, { description: 'null if the whole post is paid.' }),
    ...about,
    listed: Type.Boolean({
      description: 'Whether the post is in public lists. Pages of other posts should not be indexed.',
    }),
  },
  { title: 'PublicPostHtml' },
)
export type PublicPostHtml = Static<typeof PublicPostHtml>

export const Preview = Type.Object({ html, ...about, exceeded_limit: ExceededLimit }, { title: 'Preview' })
export type Preview = Static<typeof Preview>

export const PreviewMarkdown = closed('PreviewMarkdown', {
  content: Type.String({ maxLength: CONTENT_MAX_CHARACTERS, description: 'Markdown.' }),
})
export type PreviewMarkdown = Static<typeof PreviewMarkdown>
