import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { ImageSize } from '@galley/contract/writing/image-names'
import type { AppContext } from '../../platform/context.ts'
import { withScratchFiles } from '../../platform/storage/scratch-folder.ts'
import { newImageId } from '../../writing/uploads/image-id.ts'
import { insertUpload, keepSameUpload } from '../../writing/uploads/upload-store.ts'

/** Stores a picture as if its owner had uploaded it, and returns its path. The same bytes are stored once. */
export async function storePicture(
  { db, storage, settings }: AppContext,
  userId: string,
  picture: { readonly name: string; readonly bytes: Buffer; readonly size: ImageSize },
): Promise<string> {
  const { name, bytes, size } = picture
  const sha256 = hash('sha256', bytes, 'buffer')
  const same = await keepSameUpload(db, { userId, postId: null }, sha256)
  if (same !== undefined && (await storage.find(same.path)) !== undefined) return same.path
  const id = newImageId(size)
  const path = same?.path ?? `posts/${userId}/${id}.webp`
  await withScratchFiles(settings.dataDir, async newFile => {
    const file = newFile()
    await writeFile(file, bytes)
    await storage.put(path, file, 'image/webp')
  })
  if (same !== undefined) return path
  const upload = { id, user_id: userId, post_id: null, path, file_name: `${name}.webp`, file_size: bytes.length }
  await db
    .transaction()
    .execute(trx => insertUpload(trx, { ...upload, mime_type: 'image/webp', ...size, sha256, stored_sha256: sha256 }))
  return path
}
