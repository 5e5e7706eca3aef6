import type { ImportPost } from '@galley/contract/schemas/writing/posts'
import type { FieldIssue } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import type { GivenTimes, PostRow } from '../post-store.ts'

/** What an import sets besides the fields that authors write. */
export type ImportInput = Pick<ImportPost, 'slug' | 'published_at' | 'created_at'>

export function importIssues(
  input: ImportInput,
  before: Before,
  status: PostRow['status'],
  now: Date,
): readonly FieldIssue[] {
  const { created_at, published_at } = input
  const publishedAt = resultingPublication(input, before, status, now)
  return [
    ...slugIssues(input.slug),
    ...pastIssue('published_at', published_at, now),
    ...pastIssue('created_at', created_at, now),
    ...(published_at && new Date(published_at) <= now && status !== 'published'
      ? [issue('published_at', NOT_PUBLISHED, ['status'])]
      : []),
    ...(publishedAt && created_at && new Date(created_at) > publishedAt && new Date(created_at) <= now
      ? [issue('created_at', tooLate(published_at, publishedAt), ['published_at', 'status'])]
      : []),
  ]
}

type Before = Pick<PostRow, 'status' | 'published_at'> | undefined

/** When the post was published last, after the import. */
function resultingPublication(
  { published_at }: ImportInput,
  before: Before,
  status: PostRow['status'],
  now: Date,
): Date | null {
  if (published_at) return new Date(published_at)
  const becomesPublished = status === 'published' && before?.status !== 'published'
  return becomesPublished ? now : (before?.published_at ?? null)
}

/** A slug that looks like an id, or like a file of the author's page, would never be found. */
function slugIssues(slug: string | null | undefined): FieldIssue[] {
  if (!slug || (!isUuid(slug) && slug !== 'feed.xml')) return []
  return [issue('slug', 'This cannot be the address of a post.')]
}

function pastIssue(field: string, time: string | null | undefined, now: Date): FieldIssue[] {
  return time && new Date(time) > now ? [issue(field, 'Must be in the past.')] : []
}

/** A client that sends no time of publication does not know the one that is stored. */
const tooLate = (sent: string | null | undefined, stored: Date): string =>
  sent ? 'Must not be after published_at.' : `Must not be after ${stored.toISOString()}, when the post was published.`

const NOT_PUBLISHED = 'Only a published post has a time of publication. Send status: published with it.'

const issue = (field: string, message: string, dependsOn: readonly string[] = []): FieldIssue => ({
  field,
  code: 'INVALID_VALUE',
  message,
  dependsOn,
})

/** The times of the post after the import. A post is never created after its publication. */
export function importedTimes({ created_at, published_at }: ImportInput, before: PostRow | undefined): GivenTimes {
  const publishedAt = published_at ? new Date(published_at) : undefined
  const createdAt = created_at ? new Date(created_at) : earlier(before?.created_at, publishedAt)
  return {
    ...(createdAt !== undefined && { created_at: createdAt }),
    ...(publishedAt !== undefined && { published_at: publishedAt }),
  }
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return other ?? one
  return one < other ? one : other
}
