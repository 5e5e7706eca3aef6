import { get, post } from '../endpoint.ts'
import { Preview, PreviewMarkdown } from '../schemas/rendering.ts'
import { Statistics, StatisticsQuery } from '../schemas/statistics.ts'
import { POST_BODY_MAX_BYTES } from '../values/limits.ts'

export const writingEndpoints = {
  previewMarkdown: post('/api/v1/preview', {
    summary: 'Render Markdown',
    description:
      'What a post with this content would look like; nothing is stored. All of it is rendered, what stands behind `<!-- paywall -->` too: the marker becomes `<hr class="paywall-line">`.',
    tag: 'Posts',
    auth: 'any',
    body: PreviewMarkdown,
    example: { body: { content: '# Rain\n\nIt *rained* all day.' } },
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    response: Preview,
  }),
  readStatistics: get('/api/v1/statistics', {
    summary: 'Read statistics',
    description:
      'What readers did with your posts, day by day, as long as 40 days back. An hour belongs to the day in which it begins.',
    tag: 'Posts',
    auth: 'any',
    query: StatisticsQuery,
    errors: ['NOT_FOUND'],
    response: Statistics,
  }),
} as const
