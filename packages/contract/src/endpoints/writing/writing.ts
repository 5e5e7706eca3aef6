import { get, post } from '../../endpoint.ts'
import { Statistics, StatisticsQuery } from '../../schemas/reading/statistics.ts'
import { Preview, PreviewMarkdown } from '../../schemas/writing/rendering.ts'
import { POST_BODY_MAX_BYTES } from '../../values/limits.ts'

export const writingEndpoints = {
  previewMarkdown: post('/api/v1/preview', 'preview.render', {
    summary: 'Render Markdown',
    description:
      'Renders content as a post would show it; nothing is stored. The part after `<!-- paywall -->` is rendered as well: the marker becomes `<hr class="paywall-line">`.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:read'],
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
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    query: StatisticsQuery,
    errors: ['NOT_FOUND'],
    response: Statistics,
  }),
} as const
