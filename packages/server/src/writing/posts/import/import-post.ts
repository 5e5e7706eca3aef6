import { lockAccount } from '../../../identity/accounts/account-store.ts'
import { rejectIssues } from '../../../platform/core/errors.ts'
import { isSlugTaken, lockPostByExternalId, type PostRow } from '../post-store.ts'
import { validateChange, validateNewPost } from '../rules/post-rules.ts'
import { slugSuffix } from '../rules/slug.ts'
import { changeLocked } from '../writing/change-post.ts'
import { createPost } from '../writing/create-post.ts'
import { joinIssues } from '../writing/join-series.ts'
import { newStatusIssues, requireExpected } from '../writing/put-post.ts'
import type { PostChange, PostTransaction } from '../writing/write-post.ts'
import { type ImportInput, importedTimes, importIssues } from './import-rules.ts'

/** Creates or changes the post with this external id, with the slug and the times that it had elsewhere. */
export async function importPost(
  transaction: PostTransaction,
  externalId: string,
  change: PostChange,
  imported: ImportInput,
): Promise<{ post: PostRow; created: boolean }> {
  const { context, trx, principal } = transaction
  const now = context.clock.now()
  // Locks, so that two concurrent imports of the same post create one, and two of the same slug find each other's.
  await lockAccount(trx, principal.userId)
  const before = await lockPostByExternalId(trx, principal.userId, externalId)
  const times = importedTimes(imported, before)
  requireExpected(before, change)
  const validation =
    before === undefined ? validateNewPost(change.input, now) : validateChange(before, change.input, now)
  const issues = [
    ...(before === undefined ? newStatusIssues(change.input) : []),
    ...validation.issues,
    ...importIssues(imported, before, validation.after.status, now),
  ]
  // Without another error, the series is checked when the post is written.
  if (issues.length > 0) rejectIssues([...issues, ...(await joinIssues(trx, principal.userId, validation.joinsSeries))])
  if (before !== undefined) return { post: await changeLocked(transaction, before, change, times), created: false }
  const given = { ...times, ...(imported.slug && { slug: await freeSlug(transaction, imported.slug) }) }
  return { post: await createPost(transaction, change.input, given), created: true }
}

async function freeSlug({ trx, principal }: PostTransaction, slug: string): Promise<string> {
  return (await isSlugTaken(trx, principal.userId, slug)) ? `${slug}-${slugSuffix()}` : slug
}
