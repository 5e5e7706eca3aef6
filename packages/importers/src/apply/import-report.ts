import { describeProblem } from '../problems/describe-problem.ts'
import type { Problem } from '../problems/problem.ts'

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
  readonly problems: readonly Problem[]
}

export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly kept: number
  readonly skipped: number
  readonly failed: number
  /** Of these posts, drafts because nothing says that they were published. */
  readonly unclear: number
  readonly images: number
  readonly redirects: number
  readonly series: number
  /** What the archive has, and was not imported. */
  readonly not_imported: readonly Problem[]
  readonly posts: readonly PostResult[]
}

export function countResults(posts: readonly PostResult[]): Pick<ImportReport, PostResult['result'] | 'unclear'> {
  const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, skipped: 0, failed: 0, unclear: 0 }
  for (const { result, problems } of posts) {
    counts[result]++
    if (problems.some(({ code }) => code === 'publication_unclear')) counts.unclear++
  }
  return counts
}

/** As it is stored and printed, with English sentences. */
export const resultJson = (result: PostResult) => ({ ...result, problems: result.problems.map(inEnglish) })

export const reportJson = (report: ImportReport) => ({
  ...report,
  not_imported: report.not_imported.map(inEnglish),
  posts: report.posts.map(resultJson),
})

const inEnglish = (problem: Problem): string => describeProblem(problem, 'en')
