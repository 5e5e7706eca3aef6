import type { AppContext } from '../context.ts'
import type { Principal } from '../core/principal.ts'
import type { Once } from '../db/once.ts'
import { dryRun, transact } from '../db/transact.ts'
import { freePart } from './free-part.ts'
import type { PostState } from './post-state.ts'
import { renderPage, type ShownText } from './render-page.ts'
import type { Writing } from './writing.ts'

/** Runs an author's change in a transaction. What readers see of it is rendered after the commit, while nobody waits. */
export async function writePost<T>(
  context: AppContext,
  principal: Principal,
  work: (writing: Writing) => Promise<T>,
  once?: Once,
): Promise<T> {
  const shown = new Map<string, ShownText>()
  const result = await transact(
    context,
    (trx, announce) => {
      // A transaction that met a deadlock begins again.
      shown.clear()
      return work({ context, principal, trx, announce, renderLater: text => shown.set(text.postId, text) })
    },
    once,
  )
  for (const text of shown.values()) {
    renderPage(context, text).catch(error => context.log.error({ err: error }, 'a page could not be rendered'))
  }
  return result
}

/** Runs a change for its result and its faults alone. */
export function dryRunPost<T>(
  context: AppContext,
  principal: Principal,
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  return dryRun(context, (trx, announce) => work({ context, principal, trx, announce, renderLater: () => {} }))
}

type Shown = Pick<PostState, 'status' | 'salon_only' | 'content' | 'is_paid'>

/** What readers see of the post after a change, if that is new to them. */
export function newlyShown(before: Shown | null, after: Shown): string | null {
  const content = shownPart(after)
  return before !== null && shownPart(before) === content ? null : content
}

/** What everybody can read, or will be able to when its time comes. */
function shownPart({ status, salon_only, content, is_paid }: Shown): string | null {
  const isShown = (status === 'published' || status === 'scheduled') && !salon_only
  return isShown ? freePart(content, is_paid) : null
}
