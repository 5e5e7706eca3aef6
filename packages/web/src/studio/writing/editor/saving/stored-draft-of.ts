import type { Draft } from '../../../drafts/draft.ts'
import type { StoredDraft } from '../../../drafts/stored-draft.ts'
import { draftIn } from './draft-to-send.ts'
import type { SavingState } from './saving-state.ts'

/** The session's text as it is stored on this device, with the state that is needed to restore it. */
export function storedDraftOf(state: SavingState, at: number): StoredDraft {
  const { key, userId } = state.identity
  const { postId, externalId, creation, base, unanswered } = state.server
  const server = { postId, externalId, mayExist: creation === 'unknown', base, unanswered }
  return { key, userId, ...server, draft: draftIn(state), isBackup: false, storedAt: at }
}

/** A text that was not chosen: it is stored on this device under its own key. */
export const backupOf = (state: SavingState, draft: Draft, key: string, at: number): StoredDraft => ({
  ...storedDraftOf(state, at),
  key,
  draft,
  unanswered: [],
  isBackup: true,
})
