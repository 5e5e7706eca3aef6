import { endpoints } from '@galley/contract/endpoints'
import { PAGE_LIMIT_DEFAULT, PAGE_OFFSET_DEFAULT } from '@galley/contract/limits'
import type { AppContext } from '../context.ts'
import { notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { etagOf, readOnce } from '../core/request-headers.ts'
import type { BindRoute } from '../core/route.ts'
import type { Tx } from '../db/database.ts'
import { type Announce, rehearse, transact } from '../db/transact.ts'
import { changePost } from './change-post.ts'
import { createPost } from './create-post.ts'
import { deletePost } from './delete-post.ts'
import { type PostInput, WRITTEN_FIELDS } from './post-state.ts'
import { findAuthor, findPost, listPosts } from './post-store.ts'
import { createdView, itemView, postView, thumbnailView } from './post-view.ts'
import { putPost } from './put-post.ts'
import { setThumbnail } from './set-thumbnail.ts'

export function postRoutes(bind: BindRoute, context: AppContext): void {
  const { db } = context

  bind(endpoints.createPost, async ({ principal, body, query, request, reply }) => {
    const create = async (trx: Tx, announce: Announce) =>
      createdView(await createPost(context, trx, announce, principal, written(body)))
    if (query.dry_run === 'true') {
      reply.code(200)
      return rehearse(context, create)
    }
    return transact(context, create, readOnce(request, reply, principal.userId, JSON.stringify(body)))
  })

  bind(endpoints.listPosts, async ({ principal, query }) => {
    // An id that no salon can have is a filter that lets nothing through.
    if (query.salon_id !== undefined && !isUuid(query.salon_id)) return { posts: [], total: 0 }
    const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, offset: query.offset ?? PAGE_OFFSET_DEFAULT }
    const { posts, total } = await listPosts(db, principal.userId, { ...query, ...page })
    return { posts: posts.map(itemView), total }
  })

  bind(endpoints.readPost, async ({ principal, params, reply }) => {
    const post = isUuid(params.id) ? await findPost(db, principal.userId, params.id) : undefined
    if (post === undefined) throw notFound('Post')
    reply.header('etag', etagOf(post.version))
    return postView(post, await findAuthor(db, principal.userId))
  })

  bind(endpoints.changePost, async ({ principal, params, body, query, request, reply }) => {
    const run = query.dry_run === 'true' ? rehearse : transact
    const ifMatch = request.headers['if-match']
    const post = await run(context, (trx, announce) =>
      changePost(context, trx, announce, principal, params.id, written(body), ifMatch),
    )
    reply.header('etag', etagOf(post.version))
    return postView(post, await findAuthor(db, principal.userId))
  })

  bind(endpoints.putPostByExternalId, async ({ principal, params, body, query, request, reply }) => {
    const isDry = query.dry_run === 'true'
    const run = isDry ? rehearse : transact
    const ifMatch = request.headers['if-match']
    const { post, created } = await run(context, (trx, announce) =>
      putPost(context, trx, announce, principal, params.external_id, written(body), ifMatch),
    )
    reply.code(created && !isDry ? 201 : 200).header('etag', etagOf(post.version))
    return postView(post, await findAuthor(db, principal.userId))
  })

  bind(endpoints.setThumbnail, async ({ principal, params, request, reply }) => {
    const { post, upload } = await setThumbnail(context, request, principal, params.id)
    reply.header('etag', etagOf(post.version))
    return { post: thumbnailView(post), upload }
  })

  bind(endpoints.removeThumbnail, async ({ principal, params, request, reply }) => {
    const ifMatch = request.headers['if-match']
    const post = await transact(context, (trx, announce) =>
      changePost(context, trx, announce, principal, params.id, { thumbnail_url: null }, ifMatch),
    )
    reply.header('etag', etagOf(post.version))
    return { post: thumbnailView(post) }
  })

  bind(endpoints.deletePost, async ({ principal, params, request }) => {
    await transact(context, (trx, announce) =>
      deletePost(trx, announce, principal.userId, params.id, request.headers['if-match']),
    )
    return { deleted: true as const }
  })
}

/** The author's own fields of a body, without those of the server that it may carry back. */
function written(body: object): PostInput {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => (WRITTEN_FIELDS as readonly string[]).includes(name)),
  )
}
