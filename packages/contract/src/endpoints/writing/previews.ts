import { del, get, post } from '../../endpoint.ts'
import { Deleted } from '../../schemas/schema.ts'
import { CreatePreviewLink, LinkedPreview, PreviewLink, ReadPreviewQuery } from '../../schemas/writing/previews.ts'

/** Links with which others can read a post that is not public. */
export const previewEndpoints = {
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
