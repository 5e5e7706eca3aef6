import type { Account } from '../../identity/accounts/account-store.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { renderPage } from '../../platform/rendering/stored-article-pages.ts'
import { importPost } from '../../writing/posts/import/import-post.ts'
import { findPostByExternalId } from '../../writing/posts/post-store.ts'
import type { PostInput } from '../../writing/posts/rules/post-state.ts'
import { writePost } from '../../writing/posts/writing/write-post.ts'
import { createSeries } from '../../writing/series/create-series.ts'
import { listSeries } from '../../writing/series/series-store.ts'
import { drawPicture, randomOf } from './draw-picture.ts'
import type { SeededPost } from './engagement.ts'
import type { Demo } from './read-demo.ts'
import { storePicture } from './store-picture.ts'

const HOUR_MS = 3_600_000
/** Between two posts, so that all are from the last five weeks. */
const INTERVAL_MS = 20 * HOUR_MS
const DAYS_AHEAD = 7
const PICTURE = { width: 960, height: 540 }

/** Each post is created once and not changed later. Returns the published posts that are new. */
export async function writePosts(
  context: AppContext,
  demo: Demo,
  accounts: readonly Account[],
  media: string,
): Promise<SeededPost[]> {
  const seeded: SeededPost[] = []
  const entries = await writeSeries(context, demo, accounts)
  // The first post of each author, then the second of each, so that lists are not dominated by one.
  for (const [i, { by, name, post }] of demo.posts.toSorted((a, b) => a.number - b.number).entries()) {
    const palette = accounts.findIndex(({ username }) => username === by)
    const account = accounts[palette]
    const externalId = `demo/${name}`
    if (account === undefined || (await findPostByExternalId(context.db, account.id, externalId)) !== undefined)
      continue
    const bytes = await drawPicture(name, { palette, motif: i + Math.floor(i / accounts.length) }, PICTURE)
    const picture = `${media}/${await storePicture(context, account.id, { name, bytes, size: PICTURE })}`
    const entry = { name, post: { ...post, ...entries.get(name) } }
    const written = await writeOne(context, account, entry, { externalId, picture, agoMs: agoOf(i, name) })
    if (written !== undefined) seeded.push(written)
  }
  return seeded
}

/** The newest first. */
const agoOf = (index: number, name: string): number =>
  2 * HOUR_MS + index * INTERVAL_MS + 9 * HOUR_MS * randomOf(`time of ${name}`)()

async function writeOne(
  context: AppContext,
  account: Account,
  { name, post }: { name: string; post: PostInput },
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

/** Creates the series that are missing. Returns what makes a post an entry, by the name of the post. */
async function writeSeries(
  context: AppContext,
  demo: Demo,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, Partial<PostInput>>> {
  const entries = new Map<string, Partial<PostInput>>()
  for (const { by, posts, ...input } of demo.series) {
    const author = accounts.find(({ username }) => username === by)
    if (author === undefined) continue
    const { series: existing } = await listSeries(context.db, author.id, { limit: 100, offset: 0 })
    const { id } =
      existing.find(({ slug }) => slug === input.slug) ??
      (await createSeries(context, author.id, { ...input, status: 'complete' }))
    for (const [i, name] of posts.entries()) {
      entries.set(name, { post_type: 'series_entry', series_id: id, series_position: i + 1 })
    }
  }
  return entries
}
