import type { PostItem } from '@galley/client'
import { describeError } from '../../errors/describe-error.ts'
import { reportFailure } from '../../query-client.ts'

export interface Outcome {
  readonly post: PostItem
  /** Undefined on success. */
  readonly fault: string | undefined
}

/** Runs the action for one post after the other, and reports each result. A failure does not stop the others. */
export async function runBulk(
  posts: readonly PostItem[],
  work: (post: PostItem) => Promise<unknown>,
  onOutcome: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const post of posts) {
    if (signal.aborted) return
    try {
      await work(post)
      onOutcome({ post, fault: undefined })
    } catch (error) {
      reportFailure(error)
      onOutcome({ post, fault: describeError(error) })
    }
  }
}
