import { del, get, post } from '../../endpoint.ts'
import { Statistics, StatisticsQuery } from '../../schemas/reading/statistics.ts'
import { Deleted } from '../../schemas/schema.ts'
import { CreatePreviewLink, LinkedPreview, PreviewLink, ReadPreviewQuery } from '../../schemas/writing/previews.ts'
import { Preview, PreviewMarkdown } from '../../schemas/writing/rendering.ts'
import { POST_BODY_MAX_BYTES } from '../../values/limits.ts'

const reads = { tag: 'Posts', auth: 'session-or-token', scopes: ['posts:read'] } as const

export const writingEndpoints = {
  previewMarkdown: post('/api/v1/preview', 'preview.render', {
    summary: 'Render Markdown',
    description:
      'Renders content as a post would show it; nothing is stored. The part after `<!-- paywall -->` is rendered as well: the marker becomes `<hr class="paywall-line">`.',
    ...reads,
    body: PreviewMarkdown,
    example: { body: { content: '# Rain\n\nIt *rained* all day.' } },
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    worksWhenFull: true,
    response: Preview,
  }),
  readStatistics: get('/api/v1/statistics', 'statistics.read', {
    summary: 'Read statistics',
    description:
      'Views and reactions of your posts per day, for at most 40 days. An hour belongs to the day in which it begins.',
    ...reads,
    query: StatisticsQuery,
    errors: ['NOT_FOUND'],
    response: Statistics,
  }),

  // Links with which others can read a post that is not public.
  createPreviewLink: post('/api/v1/posts/:id/preview-link', 'posts.createPreviewLink', {
    summary: 'Create a preview link',
    description:
      'An address of the post’s page for people without an account. It shows the whole text, the paid part included, in its current version, until it expires or is revoked, or the token that made it is revoked. Search engines do not index it. After publication it leads to the post, unless that has pending changes, which it shows then. A post has at most 20 links; one more replaces the oldest.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:write'],
    body: CreatePreviewLink,
    example: {
      body: { expires_in: 86_400 },
      response: {
        url: 'https://galley.example/preview?token=0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e.kX3vQ9aB',
        expires_at: '2026-05-02T09:00:00.000Z',
      },
    },
    response: PreviewLink,
  }),
  revokePreviewLinks: del('/api/v1/posts/:id/preview-link', 'posts.revokePreviewLinks', {
    summary: 'Revoke all preview links of a post',
    description: 'They stop working at once. A post without links is answered in the same way.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:write'],
    response: Deleted,
  }),
  readPreview: get('/api/v1/public/preview', 'public.preview', {
    summary: 'Read a post through a preview link',
    description:
      '404 if the link is wrong, has expired or was revoked, if the post was deleted or is hidden by an admin, or if its author is suspended. It is never cached, and counts no view.',
    tag: 'Public',
    auth: 'none',
    query: ReadPreviewQuery,
    errors: ['NOT_FOUND'],
    response: LinkedPreview,
  }),
} as const
