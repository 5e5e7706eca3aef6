import { post } from '../../endpoint.ts'
import * as posts from '../../schemas/writing/posts.ts'
import { POST_BODY_MAX_BYTES } from '../../values/limits.ts'

export const importEndpoints = {
  importPost: post('/api/v1/import/posts', 'posts.import', {
    summary: 'Import a post',
    description:
      'Creates (201) or changes (200) the post with this `external_id`, as `PUT /posts/by-external-id/:external_id` does, and takes the slug and the times that it had elsewhere. No events are sent unless `events=true`. A token needs the scope `import`, and `posts:publish` as well for a post that readers see.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['import'],
    query: posts.ImportQuery,
    body: posts.ImportPost,
    example: {
      body: {
        external_id: 'https://old.example/2015/rain',
        title: 'Rain',
        content: 'It rained.',
        status: 'published',
        slug: 'rain',
        published_at: '2015-06-01T09:00:00Z',
      },
    },
    errors: ['QUOTA_EXCEEDED', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED'],
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    versioned: true,
    createsOrUpdates: true,
    response: posts.Post,
  }),
} as const
