import { localReferences } from '../folder/local-references.ts'
import { type PostFile, parsePostFile } from '../folder/post-file.ts'
import { digestOf, sha256 } from './record.ts'
import { type Addresses, resolvePost } from './resolve-post.ts'
import type { Sync } from './sync.ts'

/**
 * Whether one of these versions is an earlier committed version of the file, with the images of that time. This is how a
 * fresh clone knows what was pushed before.
 */
export async function isCommittedVersion(
  sync: Sync,
  file: PostFile,
  versions: readonly string[],
  addresses: Addresses,
): Promise<boolean> {
  for await (const { path, text, readFile } of sync.git.versionsOf(file.path)) {
    const then = parsePostFile(text, path, sync.project.prefix)
    const images = new Map<string, string | undefined>()
    // Images that were deleted since are not in the folder, so every path is tried.
    const folder = { posts: sync.folder.posts, images: { has: () => true } as unknown as ReadonlySet<string> }
    const { targets, fields } = localReferences(folder, then)
    for (const target of [...targets.values(), ...fields.values()]) {
      if (target.kind !== 'image') continue
      const bytes = await readFile(target.path)
      images.set(target.path, bytes && (await sync.images.urlOfDigest(sha256(bytes))))
    }
    const { record } = resolvePost(folder, then, { ...addresses, ofImage: path => images.get(path) })
    if (versions.includes(digestOf(record))) return true
  }
  return false
}
