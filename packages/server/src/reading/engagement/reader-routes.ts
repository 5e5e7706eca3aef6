import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { commentView } from './comment-view.ts'
import { addComment, deleteComment, readComments } from './comments.ts'
import { follow, readFollowing } from './follow.ts'
import { react } from './react.ts'

export function readerRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.readReaderUser, ({ params, principal }) => readFollowing(context, params.username, principal.userId))

  for (const [endpoint, liked] of [
    [endpoints.likePost, true],
    [endpoints.unlikePost, false],
  ] as const) {
    bind(endpoint, async ({ params, principal }) => ({
      liked,
      like_count: await react(context, 'likes', params.id, principal.userId, liked),
    }))
  }
  for (const [endpoint, saved] of [
    [endpoints.savePost, true],
    [endpoints.unsavePost, false],
  ] as const) {
    bind(endpoint, async ({ params, principal }) => ({
      saved,
      save_count: await react(context, 'saves', params.id, principal.userId, saved),
    }))
  }
  for (const [endpoint, resonated] of [
    [endpoints.resonate, true],
    [endpoints.unresonate, false],
  ] as const) {
    bind(endpoint, async ({ params, principal }) => ({
      resonated,
      resonated_count: await react(context, 'resonances', params.id, principal.userId, resonated),
    }))
  }
  for (const [endpoint, following] of [
    [endpoints.follow, true],
    [endpoints.unfollow, false],
  ] as const) {
    bind(endpoint, async ({ params, principal }) => ({
      following,
      follower_count: await follow(context, params.username, principal.userId, following),
    }))
  }

  bind(endpoints.listComments, async ({ params, principal, query }) => {
    const { comments, total } = await readComments(context, params.id, principal.userId, query)
    return { comments: comments.map(commentView), total }
  })

  bind(endpoints.addComment, async ({ params, principal, body }) =>
    commentView(await addComment(context, params.id, principal.userId, body.content)),
  )

  bind(endpoints.deleteComment, async ({ params, principal }) => {
    await deleteComment(context, params.id, principal.userId)
    return { deleted: true as const }
  })
}
