import { sql } from 'kysely'
import { newId } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import { randomOf } from './draw-picture.ts'
import type { Demo } from './read-demo.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Half of the interest of a post is gone after as many days. */
const INTEREST_DAYS = 5
const REACTIONS = ['likes', 'saves', 'resonances'] as const

export interface SeededPost {
  readonly id: string
  readonly name: string
  readonly authorId: string
  readonly publishedAt: Date
  readonly language: 'en' | 'ja'
}

interface DemoAction {
  readonly user_id: string
  readonly at: Date
}

/** Invents readers of a post between its publication and now. Some posts are read much more than others. */
export function makeEngagement(post: SeededPost, readers: readonly string[], comments: Demo['comments'], now: Date) {
  const random = randomOf(`engagement of ${post.name}`)
  const interest = 0.15 + random() ** 3
  const ageMs = now.getTime() - post.publishedAt.getTime()
  const views = []
  for (let ms = HOUR_MS; ms < ageMs; ms += 6 * HOUR_MS) {
    const count = Math.round(interest * (45 * 2 ** (-ms / DAY_MS / INTEREST_DAYS) + 3) * random())
    if (count > 0) views.push({ at: new Date(post.publishedAt.getTime() + ms), views: count })
  }
  const others = readers.filter(id => id !== post.authorId)
  /** Soon after the publication rather than later. */
  const actions = (share: number): DemoAction[] =>
    others
      .filter(() => random() < share * (0.4 + interest))
      .map(user_id => ({ user_id, at: new Date(post.publishedAt.getTime() + ageMs * random() ** 2) }))
  const texts = comments[post.language]
  const firstText = Math.floor(random() * texts.length)
  return {
    postId: post.id,
    views,
    likes: actions(0.8),
    saves: actions(0.35),
    resonances: actions(0.25),
    comments: actions(0.3)
      .slice(0, 4)
      .map((action, i) => ({ ...action, content: texts[(firstText + i) % texts.length] ?? '' })),
  }
}

/** Writes rows, counters and hours with times in the past, which the actions of real readers never have. */
export async function insertEngagement(db: Db, engagement: ReturnType<typeof makeEngagement>): Promise<void> {
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
