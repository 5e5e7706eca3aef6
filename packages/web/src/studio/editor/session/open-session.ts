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
    const version = copy?.postId === undefined ? undefined : await client.posts.readVersion(copy.postId)
    return new PostSession({ userId, key: draftKey, version, copy, untitled })
  }
  const version = await client.posts.readVersion(id)
  const [copy, ...older] = copies.filter(({ postId }) => postId === id)
  await Promise.all(older.map(setAside))
  const isNews = copy && changedFields(copy.draft, draftOf(version.value)).length > 0
  if (copy && !isNews) await dropCopy(copy.key)
  return new PostSession({ userId, key: newKey(), version, copy: isNews ? copy : undefined, untitled })
}

async function setAside(copy: Copy): Promise<void> {
  await keepCopy({ ...copy, key: `aside:${newKey()}`, setAside: true })
  await dropCopy(copy.key)
}
