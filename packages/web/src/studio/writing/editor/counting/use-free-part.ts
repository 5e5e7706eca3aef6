import { PAYWALL_MARKER } from '@galley/contract/limits'
import { paywallAt } from '@galley/markdown/paywall'
import { useState } from 'react'
import { useAfterTyping, useSession } from '../session/use-post-session.ts'

/** Where the free part of the text ends, -1 if there is no divider; updated some time after the last change. */
export function useFreePart(waitMs: number): number {
  const session = useSession()
  const [end, setEnd] = useState(-1)
  useAfterTyping(
    () => waitMs,
    () => {
      setEnd(paywallAt(session.draft().content, PAYWALL_MARKER))
      return undefined
    },
  )
  return end
}
