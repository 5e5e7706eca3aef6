import { stat } from 'node:fs/promises'
import { IMAGE_EXTENSIONS, type ImageType } from '@galley/contract/images'
import type { Upload } from '@galley/contract/schemas/uploads'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { withScratchFiles } from '../storage/scratch-folder.ts'
import { cleanImage } from './clean-image.ts'
import { cleanFileName } from './file-name.ts'
import { newImageId } from './image-id.ts'
import { imageUrl } from './image-url.ts'
import { receiveFile, uploadAborted } from './receive-file.ts'

export type ImageExtension = (typeof IMAGE_EXTENSIONS)[ImageType]

export interface ReceivedImage {
  readonly upload: Upload
  /** Of the file as it was sent. */
  readonly sha256: Buffer
}

/**
 * Takes the image out of a multipart request and stores it under the key that `keyFor` makes of its id and ending. Every fault
 * is one of the field `file` (or of the field that should not be there). Nothing stays behind when it fails.
 */
export async function receiveImage(
  context: AppContext,
  request: FastifyRequest,
  keyFor: (id: string, extension: ImageExtension) => string,
): Promise<ReceivedImage> {
  return withScratchFiles(context.settings.dataDir, async newFile => {
    const received = await receiveFile(request, newFile())
    // The client has nothing more to say and waits for us: its silence is no longer a sign of death.
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

/** Takes a stored image back. */
export function discardImage(context: AppContext, path: string): Promise<void> {
  return context.storage.delete(path)
}
