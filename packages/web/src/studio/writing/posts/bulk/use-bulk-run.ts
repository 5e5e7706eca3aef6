import type { PostItem } from '@galley/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../../errors/describe-error.ts'
import { textOf } from '../../../i18n/language.ts'
import { reportFailure } from '../../../query-client.ts'
import { type PostAction, runAction } from '../post-actions.ts'

export interface Outcome {
  readonly post: PostItem
  /** Undefined on success. */
  readonly error: string | undefined
}

interface BulkRun {
  readonly isRunning: boolean
  readonly outcomes: readonly Outcome[]
  /** Resolves to the results of these posts. A failure does not stop the others. */
  readonly start: (posts: readonly PostItem[]) => Promise<readonly Outcome[]>
  /** Stops after the current post. */
  readonly stop: () => void
}

/** Runs an action for one post after the other. */
export function useBulkRun(action: PostAction): BulkRun {
  const text = textOf('posts')
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  async function start(posts: readonly PostItem[]): Promise<readonly Outcome[]> {
    const controller = new AbortController()
    stopper.current = controller
    setRunning(true)
    setOutcomes([])
    const found: Outcome[] = []
    for (const post of posts) {
      if (controller.signal.aborted) break
      const error = await runAction(action, post, text.copyTitle).then(
        () => undefined,
        reason => {
          reportFailure(reason)
          return describeError(reason)
        },
      )
      found.push({ post, error })
      setOutcomes([...found])
    }
    setRunning(false)
    await queries.invalidateQueries({ queryKey: ['posts'] })
    return found
  }

  return { isRunning, outcomes, start, stop: () => stopper.current?.abort() }
}
