import type { Post, Versioned } from '@galley/client'
import { DRAFT_FIELDS, type Draft, draftOf, EMPTY_DRAFT, pickFields, sameValue } from '../../copies/draft.ts'
import { type Rebased, rebase } from './rebase.ts'
import type { SavingState, ServerSide } from './saving-state.ts'
import { wholeOf } from './whole-draft.ts'

/**
 * Brings the server's version and the author's together. Where the server has what this session sent without getting
 * an answer, the server's value is the author's own, and so the base of what was written since.
 */
export function rebaseOn(state: SavingState, theirs: Draft): Rebased {
  const { base, tidied, unanswered } = state.server
  const known = base?.draft ?? EMPTY_DRAFT
  const own = DRAFT_FIELDS.filter(field =>
    unanswered.some(sent => sent[field] !== undefined && sameValue(sent[field], theirs[field])),
  )
  const mine = wholeOf(state)
  // Stored differently by the server and untouched since: no change of the author's.
  const untouched = DRAFT_FIELDS.filter(field => tidied[field] !== undefined && sameValue(tidied[field], mine[field]))
  const merged = rebase({ ...known, ...pickFields(theirs, own) }, { ...mine, ...pickFields(known, untouched) }, theirs)
  return state.fields.title.trim() ? merged : withTheirTitle(merged, theirs)
}

/** A title that was only made from the text gives way to one that somebody has chosen. */
function withTheirTitle({ draft, conflicts, taken }: Rebased, theirs: Draft): Rebased {
  if (!conflicts.includes('title')) return { draft, conflicts, taken }
  return {
    draft: { ...draft, title: theirs.title },
    conflicts: conflicts.filter(field => field !== 'title'),
    taken: [...taken, 'title'],
  }
}

/** From now on this is what the server has. */
export function serverAfter(server: ServerSide, { value, etag }: Versioned<Post>, sent?: Draft): ServerSide {
  const draft = draftOf(value)
  const differing = sent ? DRAFT_FIELDS.filter(field => !sameValue(sent[field], draft[field])) : []
  const before = server.base?.draft
  const stillTidied = DRAFT_FIELDS.filter(
    field => server.tidied[field] !== undefined && before && sameValue(before[field], draft[field]),
  )
  // A request that is still under way may be carried out for as long as its version is the present one.
  const isSameVersion = server.base?.etag === etag
  return {
    ...server,
    creation: 'done',
    postId: value.id,
    base: { draft, etag },
    isStale: false,
    unanswered: isSameVersion ? server.unanswered : [],
    tidied: sent ? pickFields(sent, differing) : pickFields(server.tidied, stillTidied),
    post: value,
  }
}
