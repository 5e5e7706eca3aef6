import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import type { PublicItemRow } from '../public/public-store.ts'
import { itemView } from '../public/public-view.ts'
import { readReaderPage, readReaderPost } from './read-reader-post.ts'
import { listFeed, listFollowing, listReactions } from './reading-store.ts'

/** What a reader has saved and liked, and what the authors that they follow publish. */
export function readingRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context
  const view = ({ posts, total }: { posts: PublicItemRow[]; total: number }) => ({
    posts: posts.map(post => itemView(post, settings)),
    total,
  })

  bind(endpoints.readReaderPost, ({ principal, params }) => readReaderPost(context, principal.userId, params.id))
  bind(endpoints.readReaderPostHtml, ({ principal, params }) => readReaderPage(context, principal.userId, params.id))

  bind(endpoints.listSaved, async ({ principal, query }) =>
    view(await listReactions(db, 'saves', principal.userId, query)),
  )
  bind(endpoints.listLiked, async ({ principal, query }) =>
    view(await listReactions(db, 'likes', principal.userId, query)),
  )
  bind(endpoints.listFeed, async ({ principal, query }) => view(await listFeed(db, principal.userId, query)))

  bind(endpoints.listFollowing, async ({ principal, query }) => {
    const { users, total } = await listFollowing(db, principal.userId, query)
    return {
      users: users.map(({ created_at, ...user }) => ({ ...user, followed_at: created_at.toISOString() })),
      total,
    }
  })
}
