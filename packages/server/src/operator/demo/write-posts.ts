import type { Account } from '../../identity/accounts/account-store.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { renderPage } from '../../platform/rendering/render-page.ts'
import { importPost } from '../../writing/posts/import/import-post.ts'
import { findPostByExternalId } from '../../writing/posts/post-store.ts'
import { writePost } from '../../writing/posts/writing/write-post.ts'
import type { DemoPost } from './demo-post.ts'
import { drawPicture, randomOf } from './draw-picture.ts'
import { ENGLISH_POSTS } from './english-posts.ts'
import { JAPANESE_POSTS } from './japanese-posts.ts'
import type { SeededPost } from './make-engagement.ts'
import { POSTS_OF_EACH_KIND } from './posts-of-each-kind.ts'
import { storePicture } from './store-picture.ts'
import { writeSeries } from './write-series.ts'

const HOUR_MS = 3_600_000
/** Between two posts, so that all are from the last five weeks. */
const INTERVAL_MS = 20 * HOUR_MS
const DAYS_AHEAD = 7
const PICTURE = { width: 960, height: 540 }

/** Each post is created once and not changed later. Returns the published posts that are new. */
export async function writePosts(
  context: AppContext,
  accounts: readonly Account[],
  media: string,
): Promise<SeededPost[]> {
  const seeded: SeededPost[] = []
  const entries = await writeSeries(context, accounts)
  for (const [i, demo] of inTurns([...ENGLISH_POSTS, ...JAPANESE_POSTS, ...POSTS_OF_EACH_KIND]).entries()) {
    const palette = accounts.findIndex(({ username }) => username === demo.by)
    const account = accounts[palette]
    const externalId = `demo/${demo.name}`
    if (account === undefined || (await findPostByExternalId(context.db, account.id, externalId)) !== undefined)
      continue
    const bytes = await drawPicture(demo.name, { palette, motif: i + Math.floor(i / accounts.length) }, PICTURE)
    const picture = `${media}/${await storePicture(context, account.id, { name: demo.name, bytes, size: PICTURE })}`
    const entry = { ...demo, post: { ...demo.post, ...entries.get(demo.name) } }
    const post = await writeOne(context, account, entry, { externalId, picture, agoMs: agoOf(i, demo.name) })
    if (post !== undefined) seeded.push(post)
  }
  return seeded
}

/** The newest first. */
const agoOf = (index: number, name: string): number =>
  2 * HOUR_MS + index * INTERVAL_MS + 9 * HOUR_MS * randomOf(`time of ${name}`)()

async function writeOne(
  context: AppContext,
  account: Account,
  { name, post }: DemoPost,
  { externalId, picture, agoMs }: { externalId: string; picture: string; agoMs: number },
): Promise<SeededPost | undefined> {
  const now = context.clock.now().getTime()
  const publishedAt = new Date(now - agoMs)
  const isPublished = post.status === 'published'
  const input = {
    ...post,
    external_id: externalId,
    thumbnail_url: picture,
    ...(isPublished && { cover_image_url: picture }),
    ...(post.status === 'scheduled' && { scheduled_for: new Date(now + DAYS_AHEAD * 24 * HOUR_MS).toISOString() }),
  }
  const times = isPublished ? { published_at: publishedAt.toISOString() } : {}
  const { post: written } = await writePost(context, principalOf(account), transaction =>
    importPost({ ...transaction, isSilent: true }, externalId, { input, ifMatch: undefined }, times),
  )
  if (!isPublished) return undefined
  // It is being rendered; a command must not end before.
  await renderPage(context, { postId: written.id, authorId: account.id, content: written.content })
  const language = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(written.content) ? 'ja' : 'en'
  return { id: written.id, name, authorId: account.id, publishedAt, language }
}

function principalOf(account: Account): Principal {
  const { id: userId, username, display_name: displayName, avatar_url: avatarUrl, plan, role } = account
  return { userId, username, displayName, avatarUrl, plan, role, credential: { kind: 'session', id: userId } }
}

/** One post of each author, then the next of each, so that lists are not dominated by one. */
function inTurns(posts: readonly DemoPost[]): DemoPost[] {
  const rounds = posts.map((post, i) => ({
    post,
    round: posts.slice(0, i).filter(({ by }) => by === post.by).length,
  }))
  return rounds.toSorted((a, b) => a.round - b.round).map(({ post }) => post)
}
