import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { IMAGE_EXTENSIONS, type ImageType } from '@galley/contract/writing/images'
import { lockAccount } from '../../../identity/accounts/account-store.ts'
import type { AppContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/core/errors.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import type { Call } from '../../../platform/operation.ts'
import { withScratchFiles } from '../../../platform/storage/scratch-folder.ts'
import { newImageId } from '../image-id.ts'
import { cleanImage } from '../images/clean-image.ts'
import {
  deleteUploadRow,
  type ImageOwner,
  insertUpload,
  keepSameUpload,
  type NewUpload,
  type UploadRow,
} from '../upload-store.ts'
import { type FetchedImage, fetchImage } from './fetch-image.ts'
import { cleanFileName } from './file-name.ts'
import { type ReceivedFile, receiveFile, uploadAborted } from './receive-file.ts'

/** An image whose file is stored, and which is not in the table yet unless the same bytes were uploaded before. */
export interface ReceivedImage {
  readonly owner: ImageOwner
  readonly upload: NewUpload
  /** The file as it was sent. */
  readonly sent: { readonly sha256: Buffer; readonly fileName: string | undefined }
  /** Whether this request has stored the file. */
  readonly isStored: boolean
}

/** Reads the image of a multipart request and stores its file. Every error is one of the field `file` (or of an unknown field). */
export function receiveImage(
  context: AppContext,
  { sender, upload }: Pick<Call, 'sender' | 'upload'>,
  owner: ImageOwner,
): Promise<ReceivedImage> {
  return storeImage(context, owner, {
    receive: async path => {
      const received = await receiveFile(upload, path)
      sender.waits()
      return received
    },
    isAborted: () => sender.isGone(),
  })
}

/** Stores the image at an address of another site. */
export const receiveFetchedImage = (context: AppContext, image: FetchedImage): Promise<ReceivedImage> =>
  storeImage(
    context,
    { userId: image.userId, postId: null },
    { receive: path => fetchImage(context, image, path), isAborted: image.isAborted },
  )

interface Sender {
  /** Writes the file to the path. */
  receive(path: string): Promise<ReceivedFile>
  isAborted(): boolean
}

/**
 * Stores the file of an image, unless the same bytes of this owner are stored. Storing is slow, so it happens before the
 * transaction that records it. A failure leaves no file behind.
 */
function storeImage(context: AppContext, owner: ImageOwner, sender: Sender): Promise<ReceivedImage> {
  const { settings, storage } = context
  return withScratchFiles(settings.dataDir, async newFile => {
    const received = await sender.receive(newFile())
    const sent = { sha256: received.sha256, fileName: received.fileName }
    const same = await keepSameUpload(context.db, owner, received.sha256)
    if (same !== undefined && (await storage.find(same.path)) !== undefined) {
      return { owner, sent, upload: same, isStored: false }
    }
    const image = await cleanImage(received.path, newFile, owner.userId)
    if (sender.isAborted()) throw uploadAborted()
    if (same !== undefined) {
      // The file was lost, for example with a disk.
      await storage.put(same.path, image.path, image.type)
      return { owner, sent, upload: same, isStored: false }
    }
    const extension = IMAGE_EXTENSIONS[image.type]
    const id = newImageId(image.size)
    const upload: NewUpload = {
      id,
      user_id: owner.userId,
      post_id: owner.postId,
      path: pathOf(owner, id, extension),
      file_name: fileNameOf(received.fileName, image.type),
      file_size: (await stat(image.path)).size,
      mime_type: image.type,
      ...image.size,
      sha256: received.sha256,
      stored_sha256: image.path === received.path ? received.sha256 : await hashFile(image.path),
    }
    await storage.put(upload.path, image.path, image.type)
    return { owner, sent, upload, isStored: true }
  })
}

const pathOf = ({ userId, postId }: ImageOwner, id: string, extension: string): string =>
  postId === null ? `posts/${userId}/${id}.${extension}` : `posts/${userId}/${postId}/thumbnail-${id}.${extension}`

const fileNameOf = (sent: string | undefined, type: ImageType): string =>
  cleanFileName(sent, `image.${IMAGE_EXTENSIONS[type]}`)

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** Records an image. Of several uploads of the same bytes at the same time, all get the record of the first one. */
export async function recordImage(trx: Tx, { owner, sent, upload, isStored }: ReceivedImage): Promise<UploadRow> {
  await lockAccount(trx, owner.userId)
  const same = await keepSameUpload(trx, owner, sent.sha256, fileNameOf(sent.fileName, upload.mime_type))
  if (same !== undefined) return same
  if (isStored) return insertUpload(trx, upload)
  throw new AppError('UNAVAILABLE', 'The same image was deleted at this moment. Try again.', { retryAfterSeconds: 1 })
}

/** Runs the transaction that records the image, and deletes the file if it was not needed. */
export async function withReceivedImage<T>(
  context: AppContext,
  received: ReceivedImage,
  work: () => Promise<{ result: T; path: string }>,
): Promise<T> {
  let recorded: string | undefined
  try {
    const { result, path } = await work()
    recorded = path
    return result
  } finally {
    const { path } = received.upload
    if (received.isStored && recorded !== path) await discardImage(context, path)
  }
}

/** Deletes a file, and its row if the file was found in the meantime. */
async function discardImage({ storage, db }: AppContext, path: string): Promise<void> {
  await storage.delete(path)
  await deleteUploadRow(db, path)
}
