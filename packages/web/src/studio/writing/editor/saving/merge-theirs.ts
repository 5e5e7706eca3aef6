import type { Post, Versioned } from '@galley/client'
import { DRAFT_FIELDS, type Draft, draftOf, EMPTY_DRAFT, pickFields, sameValue } from '../../../drafts/draft.ts'
import { draftToSendIn } from './draft-to-send.ts'
import { type Rebased, rebase } from './rebase.ts'
import type { SavingState, ServerSide } from './saving-state.ts'

/**
 * Merges the server's version with the author's. If the server has a value that this session sent without getting a
 * response, it is the author's own value, and becomes the base of later changes.
 */
export function rebaseOn(state: SavingState, theirs: Draft): Rebased {
  const { base, normalised, unanswered } = state.server
  const known = base?.draft ?? EMPTY_DRAFT
  const own = DRAFT_FIELDS.filter(field =>
    unanswered.some(sent => sent[field] !== undefined && sameValue(sent[field], theirs[field])),
  )
  const mine = draftToSendIn(state)
  // The server stored the value in a different form, and it was not edited since: no change by the author.
  const untouched = DRAFT_FIELDS.filter(
    field => normalised[field] !== undefined && sameValue(normalised[field], mine[field]),
  )
  const merged = rebase({ ...known, ...pickFields(theirs, own) }, { ...mine, ...pickFields(known, untouched) }, theirs)
  return state.fields.title.trim() ? merged : withTheirTitle(merged, theirs)
}

/** A title that was derived from the text is replaced by one that somebody has chosen. */
function withTheirTitle({ draft, conflicts, taken }: Rebased, theirs: Draft): Rebased {
  if (!conflicts.includes('title')) return { draft, conflicts, taken }
  return {
    draft: { ...draft, title: theirs.title },
    conflicts: conflicts.filter(field => field !== 'title'),
    taken: [...taken, 'title'],
  }
}

/** Sets a new version of the server as the base. */
export function serverAfter(server: ServerSide, { value, etag }: Versioned<Post>, sent?: Draft): ServerSide {
  const draft = draftOf(value)
  const differing = sent ? DRAFT_FIELDS.filter(field => !sameValue(sent[field], draft[field])) : []
  const before = server.base?.draft
  const stillNormalised = DRAFT_FIELDS.filter(
    field => server.normalised[field] !== undefined && before && sameValue(before[field], draft[field]),
  )
  // A request that is still running can only succeed while its version is the current one.
  const isSameVersion = server.base?.etag === etag
  return {
    ...server,
    creation: 'done',
    postId: value.id,
    base: { draft, etag },
    isStale: false,
    unanswered: isSameVersion ? server.unanswered : [],
    normalised: sent ? pickFields(sent, differing) : pickFields(server.normalised, stillNormalised),
    post: value,
  }
}
