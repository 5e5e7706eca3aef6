import type { Copy } from '../../../copies/copy.ts'
import type { Draft } from '../../../copies/draft.ts'
import { draftIn } from './draft-to-send.ts'
import type { SavingState } from './saving-state.ts'

/** The session's text as it is stored on this device, with the state that is needed to restore it. */
export function copyOf(state: SavingState, at: number): Copy {
  const { key, userId } = state.identity
  const { postId, externalId, creation, base, unanswered } = state.server
  const server = { postId, externalId, mayExist: creation === 'unknown', base, unanswered }
  return { key, userId, ...server, draft: draftIn(state), setAside: false, keptAt: at }
}

/** A text that was not chosen: it is stored on this device under its own key. */
export const setAsideCopyOf = (state: SavingState, draft: Draft, key: string, at: number): Copy => ({
  ...copyOf(state, at),
  key,
  draft,
  unanswered: [],
  setAside: true,
})
