import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { postAddress } from '../../platform/core/addresses/site-addresses.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { enforce } from '../../platform/core/limits/rate-limits.ts'
import { idempotencyKeyOf } from '../../platform/db/idempotency.ts'
import { type BindRoute, Result } from '../../platform/operation.ts'
import { searchOwnPosts } from '../../reading/search/search-own-posts.ts'
import { listPosts, listSelected } from './post-list-store.ts'
import { findPostByExternalId, requirePost } from './post-store.ts'
import { createdView, itemView, postView, thumbnailView } from './post-view.ts'
import { previewMarkdown } from './preview-markdown.ts'
import { etagOf } from './rules/version.ts'
import { setThumbnail } from './set-thumbnail.ts'
import { deletePost, deletePostByExternalId } from './trash/delete-post.ts'
import { changePost } from './writing/change-post.ts'
import { createPost } from './writing/create-post.ts'
import { externalIdIssues } from './writing/external-id.ts'
import { changeIssues, newPostIssues, validatePut } from './writing/further-issues.ts'
import { putPost } from './writing/put-post.ts'
import { readPostChange } from './writing/read-post-change.ts'
import { dryRunPost, type PostTransaction, writePost } from './writing/write-post.ts'

/** Filters that choose posts by a value of their own instead of by groups. */
const SELECTING = [
  'external_id',
  'series_id',
  'scheduled_from',
  'scheduled_to',
  'published_from',
  'published_to',
] as const

export function postRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(
    endpoints.createPost,
    async call => {
      const { principal, query } = call
      const { input } = readPostChange(call)
      const work = async (transaction: PostTransaction) => createdView(await createPost(transaction, input))
      const isDry = query.dry_run === 'true'
      const created = isDry
        ? await dryRunPost(context, principal, work)
        : await writePost(context, principal, work, idempotencyKeyOf(call))
      const result = { ...created, url: postAddress(settings, principal.username, created.slug) }
      return isDry ? new Result(result, { status: 200 }) : result
    },
    call => newPostIssues(context, call.principal.userId, readPostChange(call).input),
  )

  bind(endpoints.listPosts, async ({ principal, query }) => {
    // A malformed id matches nothing.
    const ids = [query.salon_id, query.series_id]
    if (ids.some(id => id !== undefined && !isUuid(id))) return { posts: [], total: 0 }
    const isSelected = SELECTING.some(name => query[name] !== undefined)
    const found = query.q === undefined ? undefined : await findOwn(principal.userId, query.q)
    const list = isSelected || found !== undefined ? listSelected : listPosts
    const { posts, total } = await list(db, principal.userId, { ...query, ...(found && { ids: found }) })
    return { posts: posts.map(post => itemView(post, { principal, settings })), total }
  })

  async function findOwn(userId: string, q: string): Promise<string[]> {
    enforce(await context.limits.searches.count(`user:${userId}`))
    return searchOwnPosts(db, userId, q)
  }

  bind(endpoints.readPost, async ({ principal, params }) => {
    const post = await requirePost(db, principal.userId, params.id)
    return new Result(await postView(db, post, { principal, settings }), { etag: etagOf(post) })
  })

  bind(endpoints.readPostByExternalId, async ({ principal, params }) => {
    const isPossible = externalIdIssues(params.external_id).length === 0
    const post = isPossible ? await findPostByExternalId(db, principal.userId, params.external_id) : undefined
    if (post === undefined) throw notFound('Post')
    return new Result(await postView(db, post, { principal, settings }), { etag: etagOf(post) })
  })

  bind(
    endpoints.changePost,
    async call => {
      const { principal, params, query } = call
      const isDry = query.dry_run === 'true'
      const run = isDry ? dryRunPost : writePost
      const post = await run(context, principal, transaction =>
        changePost(transaction, params.id, readPostChange(call)),
      )
      const view = await postView(db, post, { principal, settings }, { isDry })
      return isDry ? view : new Result(view, { etag: etagOf(post) })
    },
    call => changeIssues(context, call.principal.userId, call.params.id, readPostChange(call)),
  )

  bind(
    endpoints.putPostByExternalId,
    async call => {
      const { principal, params, query } = call
      const isDry = query.dry_run === 'true'
      const run = isDry ? dryRunPost : writePost
      const { post, created } = await run(context, principal, transaction =>
        putPost(transaction, params.external_id, readPostChange(call)),
      )
      const view = await postView(db, post, { principal, settings }, { isDry })
      return isDry ? view : new Result(view, { status: created ? 201 : 200, etag: etagOf(post) })
    },
    async call => {
      const { principal, params } = call
      return (await validatePut(context, principal.userId, params.external_id, readPostChange(call))).issues
    },
  )

  bind(endpoints.setThumbnail, async call => {
    const { post, upload } = await setThumbnail(context, call)
    return new Result({ post: thumbnailView(post), upload }, { etag: etagOf(post) })
  })

  bind(endpoints.removeThumbnail, async ({ principal, params, ifMatch }) => {
    const change = { input: { thumbnail_url: null }, ifMatch }
    const post = await writePost(context, principal, transaction => changePost(transaction, params.id, change))
    return new Result({ post: thumbnailView(post) }, { etag: etagOf(post) })
  })

  bind(endpoints.deletePost, async ({ principal, params, query, ifMatch }) => {
    const deletion = { ...query, ifMatch }
    await writePost(context, principal, transaction => deletePost(transaction, params.id, deletion))
    return { deleted: true as const }
  })

  bind(endpoints.deletePostByExternalId, async ({ principal, params, query, ifMatch }) => {
    const deletion = { ...query, ifMatch }
    await writePost(context, principal, transaction =>
      deletePostByExternalId(transaction, params.external_id, deletion),
    )
    return { deleted: true as const }
  })

  bind(endpoints.previewMarkdown, ({ principal, body }) => previewMarkdown(context, principal.userId, body.content))
}
