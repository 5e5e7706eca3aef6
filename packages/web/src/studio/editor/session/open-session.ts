import type { Post, Versioned } from '@galley/client'
import type { Copy } from '../../copies/copy.ts'
import { changedFields, draftOf } from '../../copies/draft.ts'
import { externalIdOf } from '../../copies/external-id.ts'
import type { SavingState } from '../saving/saving-state.ts'
import { startState } from '../saving/start-state.ts'
import { wholeDraft } from '../saving/whole-draft.ts'
import { PostSession } from './post-session.ts'
import type { CopyStore, SessionServices } from './services.ts'

export interface Address {
  readonly userId: string
  /** `new` while the server does not know it. */
  readonly id: string
  /** Names the copy of a new post. */
  readonly draftKey: string | null
  readonly untitled: string
}

/** Opens a post as it is on the server, with whatever of it is on this device and has not been sent. */
export async function openSession(
  services: SessionServices,
  address: Address,
  onReleased: (session: PostSession) => void,
): Promise<PostSession> {
  const key = services.newKey()
  // Before anything is stored under it, so that no other tab takes it over meanwhile.
  const release = services.copies.hold(key)
  try {
    const [state, copies] = await readState(services, address, key)
    const session: PostSession = new PostSession({ ...services, copies }, state, () => onReleased(session))
    return session
  } finally {
    release()
  }
}

/** How the session begins, and where it stores its copy. */
async function readState(services: SessionServices, address: Address, key: string): Promise<[SavingState, CopyStore]> {
  const { userId, id, untitled } = address
  const postId = id === 'new' ? (await copiesOf(services, address))[0]?.postId : id
  const { version, isGone, error } = await readVersion(services, postId)
  // After the answer: another tab may have taken the copy over meanwhile, and then its text is there.
  const [copy, ...older] = await copiesOf(services, address)
  if (error !== undefined && !copy) throw error
  for (const other of older) await setAside(services, other).catch(() => {})
  const { restored, copies } = await takeOver(services, { copy, version, untitled, key })
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

/** The copies of this post that no tab has open, the newest first. A browser that stores nothing has none. */
async function copiesOf({ copies }: SessionServices, { userId, id, draftKey }: Address): Promise<readonly Copy[]> {
  const free = await copies.listFree(userId).catch(() => [])
  return free.filter(copy => !copy.setAside && (id === 'new' ? copy.key === draftKey : copy.postId === id))
}

interface OnServer {
  /** Undefined for a new post, and where the server did not hand it out. */
  readonly version: Versioned<Post> | undefined
  readonly isGone: boolean
  /** Why it did not, where a copy on this device can be opened instead; the server is asked again later. */
  readonly error: unknown
}

async function readVersion({ api, explain }: SessionServices, id: string | undefined): Promise<OnServer> {
  if (id === undefined) return { version: undefined, isGone: false, error: undefined }
  try {
    return { version: await api.read(id), isGone: false, error: undefined }
  } catch (error) {
    const { kind } = explain(error)
    if (kind === 'gone' || kind === 'noAnswer' || kind === 'busy') {
      return { version: undefined, isGone: kind === 'gone', error }
    }
    throw error
  }
}

interface Taking {
  readonly copy: Copy | undefined
  readonly version: Versioned<Post> | undefined
  readonly untitled: string
  readonly key: string
}

interface Taken {
  /** Undefined when there is no copy, or when the server has all of it. */
  readonly restored: Copy | undefined
  readonly copies: CopyStore
}

/** Puts the copy under a key of its own, so that two tabs that restore the same one never write into each other's. */
async function takeOver({ copies }: SessionServices, taking: Taking): Promise<Taken> {
  const { copy, version, untitled, key } = taking
  if (!copy) return { restored: undefined, copies }
  if (version && changedFields(wholeDraft(copy.draft, untitled), draftOf(version.value)).length === 0) {
    await copies.remove(copy.key).catch(() => {})
    return { restored: undefined, copies }
  }
  const restored = { ...copy, key }
  return copies.replace(copy.key, restored).then(
    () => ({ restored, copies }),
    () => ({ restored, copies: replacingFirst(copies, copy.key) }),
  )
}

/** For a browser that does not store at the moment: what is stored first takes the place of the earlier copy. */
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
