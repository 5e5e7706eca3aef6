import { del, get, post, put } from '../../endpoint.ts'
import { Deleted } from '../../schemas/schema.ts'
import * as posts from '../../schemas/writing/posts.ts'
import * as redirects from '../../schemas/writing/redirects.ts'
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
  listRedirects: get('/api/v1/redirects', 'redirects.list', {
    summary: 'List your redirects',
    description: 'Old paths that lead to your posts, by path.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['import', 'posts:read'],
    query: redirects.ListRedirectsQuery,
    response: redirects.RedirectList,
  }),
  saveRedirect: put('/api/v1/redirects', 'redirects.save', {
    summary: 'Set a redirect',
    description:
      'From now on this path of the site leads to your post (301), if the site has no page there and everybody can read the post. A path that is yours already is changed. A path of somebody else, or one that the site uses itself, is 400. A token needs `posts:publish` if the path leads to a published post, or did so before.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['import', 'posts:publish'],
    body: redirects.SaveRedirect,
    example: { body: { path: '/2015/rain', post_id: '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e' } },
    createsOrUpdates: true,
    errors: ['LIMIT_REACHED', 'NOT_FOUND'],
    response: redirects.Redirect,
  }),
  deleteRedirect: del('/api/v1/redirects/:id', 'redirects.delete', {
    summary: 'Delete a redirect',
    description: 'A token needs `posts:publish` if it leads to a published post.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['import', 'posts:publish'],
    response: Deleted,
  }),
  findRedirect: get('/api/v1/public/redirects', 'public.redirect', {
    summary: 'Find where an old path leads',
    description:
      'The address of the post that an old path leads to. 404 if there is none, or if not everybody can read it.',
    tag: 'Public',
    auth: 'none',
    query: redirects.FindRedirectQuery,
    errors: ['NOT_FOUND'],
    response: redirects.FoundRedirect,
  }),
} as const
