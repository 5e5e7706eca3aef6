import { useState } from 'react'
import { useAfterTyping, useSession } from '../session/use-post-session.ts'
import { freePartEnd } from './free-part.ts'

/** Where the free part of the text ends, -1 if there is no divider; updated some time after the last change. */
export function useFreePart(waitMs: number): number {
  const session = useSession()
  const [end, setEnd] = useState(-1)
  useAfterTyping(
    () => waitMs,
    () => {
      let isOutdated = false
      void freePartEnd(session.draft().content).then(found => {
        if (!isOutdated) setEnd(found)
      })
      return () => {
        isOutdated = true
      }
    },
  )
  return end
}
