import type { PostItem } from '@galley/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { type PostAction, runAction } from '../post-actions.ts'
import { type Outcome, runBulk } from './run-bulk.ts'

export interface BulkRun {
  readonly isRunning: boolean
  readonly outcomes: readonly Outcome[]
  /** Resolves to the results of these posts. */
  readonly start: (posts: readonly PostItem[]) => Promise<readonly Outcome[]>
  /** Stops after the current post. */
  readonly stop: () => void
}

export function useBulkRun(action: PostAction): BulkRun {
  const text = useText('posts')
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  async function start(posts: readonly PostItem[]): Promise<readonly Outcome[]> {
    stopper.current = new AbortController()
    setRunning(true)
    const found: Outcome[] = []
    setOutcomes([])
    const report = (outcome: Outcome) => {
      found.push(outcome)
      setOutcomes([...found])
    }
    await runBulk(posts, post => runAction(action, post, text.copyTitle), report, stopper.current.signal)
    setRunning(false)
    await queries.invalidateQueries({ queryKey: ['posts'] })
    return found
  }

  return { isRunning, outcomes, start, stop: () => stopper.current?.abort() }
}
