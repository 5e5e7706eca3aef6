import type { Post, Versioned } from '@galley/client'
import { changedFields, draftOf } from '../../../drafts/draft.ts'
import { externalIdOf, type StoredDraft } from '../../../drafts/stored-draft.ts'
import { draftToSend } from '../saving/draft-to-send.ts'
import type { SavingState } from '../saving/saving-state.ts'
import { startState } from '../saving/start-state.ts'
import { PostSession } from './post-session.ts'
import type { DraftStore, SessionServices } from './services.ts'

export interface Address {
  readonly userId: string
  /** `new` until the server has created it. */
  readonly id: string
  /** The key of a new post's copy. */
  readonly draftKey: string | null
  readonly untitled: string
}

/** Opens a post from the server, with its unsent changes on this device. */
export async function openSession(
  services: SessionServices,
  address: Address,
  onReleased: (session: PostSession) => void,
): Promise<PostSession> {
  const key = services.newKey()
  // Locked before anything is stored under the key, so that no other tab restores it meanwhile.
  const release = services.drafts.lock(key)
  try {
    const [state, drafts] = await readState(services, address, key)
    const session: PostSession = new PostSession({ ...services, drafts }, state, () => onReleased(session))
    return session
  } finally {
    release()
  }
}

/** The initial state of the session, and the key of its copy. */
async function readState(services: SessionServices, address: Address, key: string): Promise<[SavingState, DraftStore]> {
  const { userId, id, untitled } = address
  const postId = id === 'new' ? (await storedDraftsOf(services, address))[0]?.postId : id
  const { version, isGone, error } = await readVersion(services, postId)
  // After the response, because another tab may have restored and sent the copy meanwhile.
  const [stored, ...older] = await storedDraftsOf(services, address)
  if (error !== undefined && !stored) throw error
  for (const other of older) await backUp(services, other).catch(() => {})
  const { restored, drafts } = await restoreDraft(services, { stored, version, untitled, key })
  const state = startState({
    identity: { key, userId, untitled },
    externalId: externalIdOf(key),
    version,
    isGone,
    stored: restored,
    isOnline: services.isOnline(),
    at: services.clock.now(),
  })
  return [state, drafts]
}

/** The copies of this post that no tab has open, newest first. Empty if the browser has no storage. */
async function storedDraftsOf(
  { drafts }: SessionServices,
  { userId, id, draftKey }: Address,
): Promise<readonly StoredDraft[]> {
  const free = await drafts.listUnlocked(userId).catch(() => [])
  return free.filter(stored => !stored.isBackup && (id === 'new' ? stored.key === draftKey : stored.postId === id))
}

interface OnServer {
  /** Undefined for a new post, and if the server did not return it. */
  readonly version: Versioned<Post> | undefined
  readonly isGone: boolean
  /** Why the server did not return it, if a copy on this device can be opened instead; it is requested again later. */
  readonly error: unknown
}

async function readVersion({ api, explain }: SessionServices, id: string | undefined): Promise<OnServer> {
  if (id === undefined) return { version: undefined, isGone: false, error: undefined }
  try {
    return { version: await api.read(id), isGone: false, error: undefined }
  } catch (error) {
    const { kind } = explain(error)
    if (kind === 'gone' || kind === 'noResponse' || kind === 'busy') {
      return { version: undefined, isGone: kind === 'gone', error }
    }
    throw error
  }
}

interface RestoreOptions {
  readonly stored: StoredDraft | undefined
  readonly version: Versioned<Post> | undefined
  readonly untitled: string
  readonly key: string
}

interface RestoredDraft {
  /** Undefined if there is no copy, or if the server has all of it. */
  readonly restored: StoredDraft | undefined
  readonly drafts: DraftStore
}

/** Moves the copy to a new key, so that two tabs that restore the same copy never overwrite each other's. */
async function restoreDraft({ drafts }: SessionServices, options: RestoreOptions): Promise<RestoredDraft> {
  const { stored, version, untitled, key } = options
  if (!stored) return { restored: undefined, drafts }
  if (version && changedFields(draftToSend(stored.draft, untitled), draftOf(version.value)).length === 0) {
    await drafts.remove(stored.key).catch(() => {})
    return { restored: undefined, drafts }
  }
  const restored = { ...stored, key }
  return drafts.replace(stored.key, restored).then(
    () => ({ restored, drafts }),
    () => ({ restored, drafts: replacingFirst(drafts, stored.key) }),
  )
}

/** Used while the browser fails to store: the first successful write replaces the earlier copy. */
function replacingFirst(drafts: DraftStore, earlierKey: string): DraftStore {
  let isReplaced = false
  return {
    ...drafts,
    put: async stored => {
      await (isReplaced ? drafts.put(stored) : drafts.replace(earlierKey, stored))
      isReplaced = true
    },
    remove: async key => {
      if (!isReplaced) await drafts.remove(earlierKey)
      isReplaced = true
      await drafts.remove(key)
    },
  }
}

async function backUp({ drafts, newKey }: SessionServices, stored: StoredDraft): Promise<void> {
  await drafts.replace(stored.key, { ...stored, key: `backup:${newKey()}`, isBackup: true })
}
