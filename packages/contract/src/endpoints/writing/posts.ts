import { del, get, patch, post, put } from '../../endpoint.ts'
import { Deleted } from '../../schemas/schema.ts'
import * as posts from '../../schemas/writing/posts.ts'
import { ThumbnailRemoved, ThumbnailSet } from '../../schemas/writing/uploads.ts'
import { POST_BODY_MAX_BYTES } from '../../values/limits.ts'

const writes = { tag: 'Posts', auth: 'session-or-token', scopes: ['posts:write', 'posts:publish'] } as const
const reads = { tag: 'Posts', auth: 'session-or-token', scopes: ['posts:read'] } as const

export const postEndpoints = {
  createPost: post('/api/v1/posts', 'posts.create', {
    summary: 'Create a post',
    description:
      'Emits `post.created`, and `post.published` if it is published at once. The response has only some fields; read the post for all of them. A paid post needs the Pro+ plan. Honours `Idempotency-Key`: the same key and body return the stored response, another body with the same key is 400. With `dry_run=true` the response is the same, but nothing is stored and its `id` and `slug` do not exist.',
    ...writes,
    query: posts.DryRunQuery,
    body: posts.CreatePost,
    example: {
      body: {
        title: 'Rain',
        content: 'It *rained* all day.',
        tags: ['weather'],
        category: 'essay',
        status: 'published',
      },
      response: {
        id: '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e',
        slug: 'rain-4k7m2p9x',
        title: 'Rain',
        status: 'published',
        visibility: 'public',
        post_type: 'article',
        is_paid: false,
        published_at: '2026-05-01T09:00:00.000Z',
        scheduled_for: null,
        created_at: '2026-05-01T09:00:00.000Z',
        url: 'https://galley.example/@kim/rain-4k7m2p9x',
      },
    },
    errors: ['QUOTA_EXCEEDED', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED'],
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    idempotent: true,
    status: 201,
    response: posts.CreatedPost,
  }),
  listPosts: get('/api/v1/posts', 'posts.list', {
    summary: 'List your posts',
    description:
      'Newest first, without deleted posts. Items have no `content`; `content_sha256` and `etag` tell whether it has changed. With `external_id`, the post with that id, if there is one; with `series_id`, the posts of that series. With `scheduled_from`, `scheduled_to` or both, only posts that are scheduled in that range; with `published_from`, `published_to` or both, only posts that were published in that range and still are.',
    ...reads,
    query: posts.ListPostsQuery,
    response: posts.PostList,
  }),
  readPost: get('/api/v1/posts/:id', 'posts.read', {
    summary: 'Read one of your posts',
    description:
      'All fields, including the complete content. The `ETag` can be sent as `If-Match` with a change. A deleted post is 404.',
    ...reads,
    versioned: true,
    response: posts.Post,
  }),
  changePost: patch('/api/v1/posts/:id', 'posts.change', {
    summary: 'Change a post',
    description:
      'Fields that are left out stay unchanged; null clears a field. A post that was read can be sent back completely: read-only fields are ignored. A request that changes nothing emits no event and keeps `updated_at`. `scheduled_for: null` makes a scheduled post a draft. Changing `is_paid` or `price_jpy` needs the Pro+ plan. Emits `post.updated`, with `post.published` or `post.unpublished` if they apply. Making a post a draft or archiving it also works with a full disk. If `If-Match` no longer matches, the answer is 412.',
    ...writes,
    query: posts.DryRunQuery,
    body: posts.ChangePost,
    example: { body: { status: 'scheduled', scheduled_for: '2030-01-01T09:00:00+09:00' } },
    errors: ['QUOTA_EXCEEDED', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'STORAGE_FULL'],
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    versioned: true,
    worksWhenFull: true,
    response: posts.Post,
  }),
  deletePost: del('/api/v1/posts/:id', 'posts.delete', {
    summary: 'Delete a post',
    description:
      'Soft delete: the post is no longer found. For 30 days it is in the trash and can be restored. Those who have bought it keep the text, or get their money back with `buyers=refund`. Emits `post.deleted`.',
    ...writes,
    query: posts.DeletePostQuery,
    versioned: true,
    response: Deleted,
  }),
  listTrash: get('/api/v1/trash', 'trash.list', {
    summary: 'List your deleted posts',
    description: 'Those deleted in the last 30 days, the latest deletion first. Items carry no `content`.',
    ...reads,
    query: posts.ListTrashQuery,
    response: posts.TrashList,
  }),
  restorePost: post('/api/v1/trash/:id/restore', 'trash.restore', {
    summary: 'Restore a deleted post',
    description:
      'Restores a post from the trash as a draft, with its id, slug, `published_at`, comments and counters. Its `external_id` is removed if another post uses it now. A paid post needs the Pro+ plan. Emits `post.updated`. A post that was deleted more than 30 days ago is 404.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:publish'],
    versioned: true,
    response: posts.Post,
  }),
  putPostByExternalId: put('/api/v1/posts/by-external-id/:external_id', 'posts.putByExternalId', {
    summary: 'Create or change a post by your own id',
    description:
      'The first call creates the post (201), later ones change it (200); both return all fields. Meant for tools that push files, so it can be repeated safely. With `If-None-Match: *` it creates only: 412 if there is a post already. For an existing post, fields that are left out stay unchanged and null clears a field. `archived` is refused for a new post. An external id is 1 to 200 characters, unique among your posts, percent-encoded in the path.',
    ...writes,
    query: posts.DryRunQuery,
    body: posts.PutPost,
    example: { body: { title: 'Day 1', content: 'It rained.' } },
    errors: ['QUOTA_EXCEEDED', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED'],
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    versioned: true,
    createsOrUpdates: true,
    response: posts.Post,
  }),
  readPostByExternalId: get('/api/v1/posts/by-external-id/:external_id', 'posts.readByExternalId', {
    summary: 'Read one of your posts by your own id',
    description: 'The same answer as by its id. The external id is percent-encoded in the path.',
    ...reads,
    versioned: true,
    response: posts.Post,
  }),
  deletePostByExternalId: del('/api/v1/posts/by-external-id/:external_id', 'posts.deleteByExternalId', {
    summary: 'Delete a post by your own id',
    description: 'The same as by its id. The external id can be used for another post then.',
    ...writes,
    query: posts.DeletePostQuery,
    versioned: true,
    response: Deleted,
  }),
  setThumbnail: post('/api/v1/posts/:id/thumbnail', 'posts.setThumbnail', {
    summary: 'Upload and set the thumbnail',
    description:
      'One file in the field `file`, with the limits of an upload. An earlier thumbnail is replaced; its file is not deleted. Emits `post.updated`.',
    ...writes,
    upload: true,
    versioned: true,
    errors: ['QUOTA_EXCEEDED'],
    response: ThumbnailSet,
  }),
  removeThumbnail: del('/api/v1/posts/:id/thumbnail', 'posts.removeThumbnail', {
    summary: 'Remove the thumbnail',
    description: 'The stored file stays. Emits `post.updated` if there was one.',
    ...writes,
    versioned: true,
    response: ThumbnailRemoved,
  }),
} as const
