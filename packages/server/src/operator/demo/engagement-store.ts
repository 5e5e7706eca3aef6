import { sql } from 'kysely'
import { newId } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'

export interface DemoAction {
  readonly user_id: string
  readonly at: Date
}

/** What readers have done with one post. */
export interface DemoEngagement {
  readonly postId: string
  readonly views: readonly { readonly at: Date; readonly views: number }[]
  readonly likes: readonly DemoAction[]
  readonly saves: readonly DemoAction[]
  readonly resonances: readonly DemoAction[]
  readonly comments: readonly (DemoAction & { readonly content: string })[]
}

const REACTIONS = ['likes', 'saves', 'resonances'] as const

/** Writes rows, counters and hours with times in the past, which the actions of real readers never have. */
export async function insertEngagement(db: Db, engagement: DemoEngagement): Promise<void> {
  const { postId, views, comments } = engagement
  await db.transaction().execute(async trx => {
    for (const kind of REACTIONS) await insertReactions(trx, postId, kind, engagement[kind])
    for (const { user_id, at, content } of comments) {
      await trx
        .insertInto('comments')
        .values({ id: newId(), post_id: postId, user_id, content, created_at: at })
        .execute()
    }
    const hours = [
      ...views.map(({ at, views }) => ({ at, views })),
      ...REACTIONS.flatMap(kind => engagement[kind].map(({ at }) => ({ at, [kind]: 1 }))),
      ...comments.map(({ at }) => ({ at, comments: 1 })),
    ]
    await sql`
      insert into engagement_hours (post_id, hour, views, likes, comments, saves, resonances, author_id)
      select p.id, date_trunc('hour', r.at, 'UTC'), coalesce(sum(r.views), 0), coalesce(sum(r.likes), 0),
        coalesce(sum(r.comments), 0), coalesce(sum(r.saves), 0), coalesce(sum(r.resonances), 0), p.author_id
      from posts p, jsonb_to_recordset(${JSON.stringify(hours)}::jsonb)
        as r(at timestamptz, views int, likes int, comments int, saves int, resonances int)
      where p.id = ${postId} group by p.id, 2`.execute(trx)
    await sql`
      update posts set view_count = h.views, like_count = h.likes, comment_count = h.comments, save_count = h.saves,
        resonated_count = h.resonances
      from (
        select sum(views) as views, sum(likes) as likes, sum(comments) as comments, sum(saves) as saves,
          sum(resonances) as resonances
        from engagement_hours where post_id = ${postId}
      ) h where posts.id = ${postId}`.execute(trx)
    await sql`
      update listings l set popularity = post_popularity(p) from posts p
      where p.id = ${postId} and l.post_id = p.id`.execute(trx)
  })
}

async function insertReactions(
  trx: Tx,
  postId: string,
  kind: (typeof REACTIONS)[number],
  actions: readonly DemoAction[],
) {
  if (actions.length === 0) return
  const rows = actions.map(({ user_id, at }) => ({ post_id: postId, user_id, created_at: at }))
  await trx.insertInto(kind).values(rows).execute()
}
