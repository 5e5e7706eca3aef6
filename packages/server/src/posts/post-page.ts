import type { AppContext } from '../context.ts'
import { within } from '../core/patience.ts'
import type { Principal } from '../core/principal.ts'
import type { Once } from '../db/once.ts'
import { rehearse, transact } from '../db/transact.ts'
import { freePart } from './free-part.ts'
import { putPage } from './page-store.ts'
import type { PostState } from './post-state.ts'
import type { ReadyPage, Writing } from './writing.ts'

/** A save does not wait longer for its page: whoever reads the post first then has it made. */
const PATIENCE_MS = 3000

/** Ends a transaction that cannot go on before the page of this text is made. */
class PageWanted extends Error {
  readonly content: string

  constructor(content: string) {
    super('the page of this text has to be made first')
    this.content = content
  }
}

/**
 * Runs an author's change in a transaction. If it puts a new text before readers, it is stopped before it has written
 * anything, the page is made while no lock is held, and the change begins again. Drafts never come to that.
 */
export async function writePost<T>(
  context: AppContext,
  principal: Principal,
  work: (writing: Writing) => Promise<T>,
  once?: Once,
): Promise<T> {
  const run = (ready: ReadyPage | null) =>
    transact(context, (trx, announce) => work({ context, principal, trx, announce, ready }), once)
  try {
    return await run(null)
  } catch (error) {
    if (!(error instanceof PageWanted)) throw error
    const { content } = error
    const rendering = context.renderer.render(content, { owner: principal.userId })
    return run({ content, page: await within(PATIENCE_MS, rendering) })
  }
}

/** Runs a change for its result and its faults alone; nobody will see it, so it needs no page. */
export function rehearsePost<T>(
  context: AppContext,
  principal: Principal,
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  return rehearse(context, (trx, announce) => work({ context, principal, trx, announce, ready: 'rehearsal' }))
}

type Shown = Pick<PostState, 'status' | 'salon_only' | 'content' | 'is_paid'>

/** Call before anything is written: what readers will see of the post, if that is new to them. */
export function wantPage({ context, ready }: Writing, before: Shown | null, after: Shown): ReadyPage | null {
  const content = shownPart(after)
  if (content === null || ready === 'rehearsal') return null
  if (before !== null && shownPart(before) === content) return null
  const page = context.renderer.renderNow(content)
  if (page !== undefined) return { content, page }
  if (ready === null) throw new PageWanted(content)
  // Another text than the one that was rendered: somebody else has just changed it. Its first reader will have it made.
  return ready.content === content ? ready : null
}

/** What everybody can read, or will be able to when its time comes. */
function shownPart({ status, salon_only, content, is_paid }: Shown): string | null {
  const isShown = (status === 'published' || status === 'scheduled') && !salon_only
  return isShown ? freePart(content, is_paid) : null
}

export async function keepPage({ trx }: Writing, postId: string, ready: ReadyPage | null): Promise<void> {
  if (ready?.page !== undefined) await putPage(trx, postId, ready.content, ready.page)
}
