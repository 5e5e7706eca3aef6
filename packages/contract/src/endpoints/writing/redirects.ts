import { del, get, put } from '../../endpoint.ts'
import { Deleted } from '../../schemas/schema.ts'
import * as redirects from '../../schemas/writing/redirects.ts'

export const redirectEndpoints = {
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
