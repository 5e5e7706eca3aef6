import type { Problem } from '../imported-post.ts'

/** What became of one post. */
export interface PostResult {
  readonly source: string
  readonly title: string
  readonly external_id: string | null
  /** Null if it was not saved by this import. */
  readonly post_id: string | null
  /** `kept`: it was imported before, or deleted since, and is left alone. */
  readonly result: 'created' | 'updated' | 'unchanged' | 'kept' | 'skipped' | 'failed'
  readonly url: string | null
  readonly problems: readonly string[]
}

export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly kept: number
  readonly skipped: number
  readonly failed: number
  readonly images: number
  readonly redirects: number
  readonly series: number
  /** What the archive has, and was not imported. */
  readonly not_imported: readonly string[]
  readonly posts: readonly PostResult[]
}

export const messagesOf = (problems: readonly Problem[]): string[] => problems.map(({ message }) => message)

export function countResults(posts: readonly PostResult[]): Pick<ImportReport, PostResult['result']> {
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, skipped: 0, failed: 0 }
  for (const { result } of posts) counts[result]++
  return counts
}
