import type { Post, Versioned } from '@galley/client'
import type { Copy } from '../../../copies/copy.ts'
import { changedFields, draftOf } from '../../../copies/draft.ts'
import { externalIdOf } from '../../../copies/external-id.ts'
import { draftToSend } from '../saving/draft-to-send.ts'
import type { SavingState } from '../saving/saving-state.ts'
import { startState } from '../saving/start-state.ts'
import { PostSession } from './post-session.ts'
import type { CopyStore, SessionServices } from './services.ts'

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
  const release = services.copies.lock(key)
  try {
    const [state, copies] = await readState(services, address, key)
    const session: PostSession = new PostSession({ ...services, copies }, state, () => onReleased(session))
    return session
  } finally {
    release()
  }
}

/** The initial state of the session, and the key of its copy. */
async function readState(services: SessionServices, address: Address, key: string): Promise<[SavingState, CopyStore]> {
  const { userId, id, untitled } = address
  const postId = id === 'new' ? (await copiesOf(services, address))[0]?.postId : id
  const { version, isGone, error } = await readVersion(services, postId)
  // After the response, because another tab may have restored and sent the copy meanwhile.
  const [copy, ...older] = await copiesOf(services, address)
  if (error !== undefined && !copy) throw error
  for (const other of older) await setAside(services, other).catch(() => {})
  const { restored, copies } = await restoreCopy(services, { copy, version, untitled, key })
  const state = startState({
    identity: { key, userId, untitled },
    externalId: externalIdOf(key),
    version,
    isGone,
    copy: restored,
    isOnline: services.isOnline(),
    at: services.clock.now(),
  })
  return [state, copies]
}

/** The copies of this post that no tab has open, newest first. Empty if the browser has no storage. */
async function copiesOf({ copies }: SessionServices, { userId, id, draftKey }: Address): Promise<readonly Copy[]> {
  const free = await copies.listUnlocked(userId).catch(() => [])
  return free.filter(copy => !copy.setAside && (id === 'new' ? copy.key === draftKey : copy.postId === id))
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
  readonly copy: Copy | undefined
  readonly version: Versioned<Post> | undefined
  readonly untitled: string
  readonly key: string
}

interface RestoredCopy {
  /** Undefined if there is no copy, or if the server has all of it. */
  readonly restored: Copy | undefined
  readonly copies: CopyStore
}

/** Moves the copy to a new key, so that two tabs that restore the same copy never overwrite each other's. */
async function restoreCopy({ copies }: SessionServices, options: RestoreOptions): Promise<RestoredCopy> {
  const { copy, version, untitled, key } = options
  if (!copy) return { restored: undefined, copies }
  if (version && changedFields(draftToSend(copy.draft, untitled), draftOf(version.value)).length === 0) {
    await copies.remove(copy.key).catch(() => {})
    return { restored: undefined, copies }
  }
  const restored = { ...copy, key }
  return copies.replace(copy.key, restored).then(
    () => ({ restored, copies }),
    () => ({ restored, copies: replacingFirst(copies, copy.key) }),
  )
}

/** Used while the browser fails to store: the first successful write replaces the earlier copy. */
function replacingFirst(copies: CopyStore, earlierKey: string): CopyStore {
  let isReplaced = false
  return {
    ...copies,
    put: async copy => {
      await (isReplaced ? copies.put(copy) : copies.replace(earlierKey, copy))
      isReplaced = true
    },
    remove: async key => {
      if (!isReplaced) await copies.remove(earlierKey)
      isReplaced = true
      await copies.remove(key)
    },
  }
}

async function setAside({ copies, newKey }: SessionServices, copy: Copy): Promise<void> {
  await copies.replace(copy.key, { ...copy, key: `aside:${newKey()}`, setAside: true })
}
