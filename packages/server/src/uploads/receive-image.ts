import { stat } from 'node:fs/promises'
import { IMAGE_EXTENSIONS, type ImageType } from '@galley/contract/images'
import type { Upload } from '@galley/contract/schemas/uploads'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { withScratchFiles } from '../storage/scratch-folder.ts'
import { cleanFileName } from './file-name.ts'
import { newImageId } from './image-id.ts'
import { imageUrl } from './image-url.ts'
import { cleanImage } from './images/clean-image.ts'
import { receiveFile, uploadAborted } from './receive-file.ts'

export type ImageExtension = (typeof IMAGE_EXTENSIONS)[ImageType]

export interface ReceivedImage {
  readonly upload: Upload
  /** The size of the file as it was sent. */
  readonly sha256: Buffer
}

/**
 * Reads the image from a multipart request and stores it under the key that `keyFor` makes from its id and extension.
 * Every error is one of the field `file` (or of an unknown field). A failure leaves no file behind.
 */
export async function receiveImage(
  context: AppContext,
  request: FastifyRequest,
  keyFor: (id: string, extension: ImageExtension) => string,
): Promise<ReceivedImage> {
  return withScratchFiles(context.settings.dataDir, async newFile => {
    const received = await receiveFile(request, newFile())
    // The client has sent everything and waits for us, so inactivity no longer means that it has gone.
    request.raw.socket.setTimeout(0)
    const image = await cleanImage(received.path, newFile)
    if (request.raw.socket.destroyed) throw uploadAborted()
    const extension = IMAGE_EXTENSIONS[image.type]
    const path = keyFor(newImageId(image.size), extension)
    const { size } = await stat(image.path)
    await context.storage.put(path, image.path, image.type)
    const upload: Upload = {
      url: imageUrl(context.settings, path),
      path,
      file_name: cleanFileName(received.fileName, `image.${extension}`),
      file_size: size,
      mime_type: image.type,
    }
    return { upload, sha256: received.sha256 }
  })
}

/** Deletes a stored image. */
export function discardImage(context: AppContext, path: string): Promise<void> {
  return context.storage.delete(path)
}
