import { ApiError, type Post, type Versioned } from '@galley/client'
import { client } from '../../client.ts'
import { type Copy, dropCopy, keepCopy } from '../../copies/copy-store.ts'
import { changedFields, draftOf } from '../../copies/draft.ts'
import { newKey } from '../../copies/new-key.ts'
import { orphanedCopies } from '../../copies/use-copies.ts'
import { PostSession } from './post-session.ts'

interface Address {
  readonly userId: string
  /** `new` while the server does not know it. */
  readonly id: string
  readonly draftKey: string
  readonly untitled: string
}

/** Opens a post as it is on the server, with whatever of it is on this device and has not been sent. */
export async function openSession({ userId, id, draftKey, untitled }: Address): Promise<PostSession> {
  // A browser that stores nothing has nothing to bring back.
  const copies = (await orphanedCopies(userId).catch(() => [])).filter(copy => !copy.setAside)
  if (id === 'new') {
    const copy = copies.find(({ key }) => key === draftKey)
    // It was created before the page broke, so it goes on as the post that it is.
    const version = copy?.postId === undefined ? undefined : await readUnlessGone(copy.postId)
    return new PostSession({ userId, key: draftKey, version, copy, untitled })
  }
  const [copy, ...older] = copies.filter(({ postId }) => postId === id)
  const version = copy ? await readUnlessGone(id) : await client.posts.readVersion(id)
  await Promise.all(older.map(setAside))
  const isNews = copy && (!version || changedFields(copy.draft, draftOf(version.value)).length > 0)
  if (copy && !isNews) await dropCopy(copy.key)
  return new PostSession({ userId, key: newKey(), version, copy: isNews ? copy : undefined, untitled })
}

/** Undefined when it was deleted elsewhere: then what this device has of it is all that is left. */
const readUnlessGone = (id: string): Promise<Versioned<Post> | undefined> =>
  client.posts.readVersion(id).catch(error => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })

async function setAside(copy: Copy): Promise<void> {
  await keepCopy({ ...copy, key: `aside:${newKey()}`, setAside: true })
  await dropCopy(copy.key)
}
