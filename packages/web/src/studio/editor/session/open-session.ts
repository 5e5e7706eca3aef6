import type { Post, Versioned } from '@galley/client'
import type { Copy } from '../../copies/copy.ts'
import { changedFields, draftOf } from '../../copies/draft.ts'
import { externalIdOf } from '../../copies/external-id.ts'
import type { SavingState } from '../saving/saving-state.ts'
import { startState } from '../saving/start-state.ts'
import { wholeDraft } from '../saving/whole-draft.ts'
import { PostSession } from './post-session.ts'
import type { SessionServices } from './services.ts'

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
    const state = await readState(services, address, key)
    const session: PostSession = new PostSession(services, state, () => onReleased(session))
    return session
  } finally {
    release()
  }
}

async function readState(services: SessionServices, address: Address, key: string): Promise<SavingState> {
  const { userId, id, draftKey, untitled } = address
  // A browser that stores nothing has nothing to restore.
  const free = (await services.copies.listFree(userId).catch(() => [])).filter(copy => !copy.setAside)
  const [copy, ...older] = free.filter(other => (id === 'new' ? other.key === draftKey : other.postId === id))
  const postId = id === 'new' ? copy?.postId : id
  const { version, isGone } = await readVersion(services, postId, copy !== undefined)
  for (const other of older) await setAside(services, other).catch(() => {})
  const restored = copy && (await takeOver(services, { copy, version, untitled, key }))
  return startState({
    identity: { key: restored?.key ?? key, userId, untitled },
    externalId: externalIdOf(key),
    version,
    isGone,
    copy: restored,
    isOnline: services.isOnline(),
    at: services.clock.now(),
  })
}

interface OnServer {
  /** Undefined for a new post, and where the server did not hand it out. */
  readonly version: Versioned<Post> | undefined
  readonly isGone: boolean
}

/**
 * With a copy on this device, a post that was deleted, or a server that does not answer, is no reason not to open it:
 * what this device has is shown, and the server is asked again later.
 */
async function readVersion(services: SessionServices, id: string | undefined, hasCopy: boolean): Promise<OnServer> {
  if (id === undefined) return { version: undefined, isGone: false }
  try {
    return { version: await services.api.read(id), isGone: false }
  } catch (error) {
    if (!hasCopy) throw error
    const { kind } = services.explain(error)
    if (kind === 'gone') return { version: undefined, isGone: true }
    if (kind === 'noAnswer' || kind === 'busy') return { version: undefined, isGone: false }
    throw error
  }
}

interface Taking {
  readonly copy: Copy
  readonly version: Versioned<Post> | undefined
  readonly untitled: string
  readonly key: string
}

/**
 * The copy under a key of its own, so that two tabs that restore the same one never write into each other's. Undefined
 * when the server has all of it.
 */
async function takeOver({ copies }: SessionServices, taking: Taking): Promise<Copy | undefined> {
  const { copy, version, untitled, key } = taking
  if (version && changedFields(wholeDraft(copy.draft, untitled), draftOf(version.value)).length === 0) {
    await copies.remove(copy.key).catch(() => {})
    return undefined
  }
  const own = { ...copy, key }
  return copies.replace(copy.key, own).then(
    () => own,
    () => copy,
  )
}

async function setAside({ copies, newKey }: SessionServices, copy: Copy): Promise<void> {
  await copies.replace(copy.key, { ...copy, key: `aside:${newKey()}`, setAside: true })
}
