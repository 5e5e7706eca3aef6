import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../../platform/context.ts'
import { type BindRoute, Result } from '../../../platform/operation.ts'
import { postView, trashedView } from '../post-view.ts'
import { etagOf } from '../rules/version.ts'
import { restorePost } from './restore-post.ts'
import { listTrash } from './trash-store.ts'

export function trashRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(endpoints.listTrash, async ({ principal, query }) => {
    const { posts, total } = await listTrash(db, principal.userId, query)
    return { posts: posts.map(post => trashedView(post, { principal, settings })), total }
  })

  bind(endpoints.restorePost, async ({ principal, params, ifMatch }) => {
    const post = await restorePost(context, principal, params.id, ifMatch)
    return new Result(await postView(db, post, { principal, settings }), { etag: etagOf(post) })
  })
}
