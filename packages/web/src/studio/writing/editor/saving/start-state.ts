import type { Post, Versioned } from '@galley/client'
import { draftOf, EMPTY_DRAFT } from '../../../drafts/draft.ts'
import type { StoredDraft } from '../../../drafts/stored-draft.ts'
import { draftToSend } from './draft-to-send.ts'
import { serverAfter } from './merge-theirs.ts'
import { mergeVersion } from './responses.ts'
import type { Identity, SavingState, ServerSide } from './saving-state.ts'
import { changedAt } from './timing.ts'

export interface Start {
  readonly identity: Identity
  readonly externalId: string
  /** Undefined for a new post, and if the server did not return it. */
  readonly version: Versioned<Post> | undefined
  /** The server no longer has the post. */
  readonly isGone: boolean
  /** The copy on this device, if it has unsent changes. */
  readonly stored: StoredDraft | undefined
  readonly isOnline: boolean
  readonly at: number
}

/** The initial state of a session: the post on the server, with the copy on this device. */
export function startState({ identity, externalId, version, isGone, stored, isOnline, at }: Start): SavingState {
  const server = stored ? serverOf(stored, identity.untitled) : newServer(externalId)
  const known = version && (!stored || stored.base?.etag === version.etag) ? serverAfter(server, version) : server
  const { content, ...fields } = stored?.draft ?? known.base?.draft ?? EMPTY_DRAFT
  const state: SavingState = {
    ...INITIAL,
    identity,
    fields,
    content,
    server: known,
    local: { ...INITIAL.local, isOnDisk: stored !== undefined },
    isOnline,
    restoredAt: stored?.storedAt,
    serverAtOpening: version && draftOf(version.value),
    problem: isGone ? { kind: 'gone' } : undefined,
  }
  if (!stored) return state
  const restored = changedAt(state, at)
  return version && known === server
    ? mergeVersion({ ...restored, server: withPost(server, version) }, version, at)[0]
    : restored
}

const newServer = (externalId: string): ServerSide => ({
  externalId,
  creation: 'none',
  postId: undefined,
  base: undefined,
  isStale: false,
  unanswered: [],
  normalised: {},
  post: undefined,
})

function serverOf(
  { externalId, postId, mayExist, base, unanswered, draft }: StoredDraft,
  untitled: string,
): ServerSide {
  const creation = postId !== undefined ? 'done' : mayExist ? 'unknown' : 'none'
  // Another tab may have restored and sent the same copy.
  const own = [...unanswered, draftToSend(draft, untitled)]
  return { ...newServer(externalId), creation, postId, base, unanswered: own, isStale: postId !== undefined }
}

/** Also shown while there is a conflict. */
const withPost = (server: ServerSide, { value }: Versioned<Post>): ServerSide => ({
  ...server,
  creation: 'done',
  postId: value.id,
  post: value,
})

const INITIAL = {
  revision: 0,
  savedRevision: 0,
  local: {
    writeAt: undefined,
    isWriteDue: false,
    writing: undefined,
    written: undefined,
    isOnDisk: false,
    failures: 0,
  },
  request: undefined,
  lastRequestId: 0,
  requestedSave: undefined,
  isSaveDue: false,
  saveAt: undefined,
  changingSince: undefined,
  retryAt: undefined,
  retries: 0,
  isTitleFocused: false,
  isClosing: false,
  savedAt: undefined,
  fieldErrors: new Map<string, string>(),
  merged: [],
} as const
