import type { PostItem } from '@galley/client'
import { describeError } from '../../errors/describe-error.ts'
import { noteFailure } from '../../query-client.ts'

export interface Outcome {
  readonly post: PostItem
  /** Undefined when it is done. */
  readonly fault: string | undefined
}

/** Does the same to one post after the other, and reports each. One that fails does not stop the others. */
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
      noteFailure(error)
      onOutcome({ post, fault: describeError(error) })
    }
  }
}
