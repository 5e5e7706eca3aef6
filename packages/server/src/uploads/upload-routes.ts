import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { readIdempotencyKey } from '../transport/request-headers.ts'
import type { BindRoute } from '../transport/route.ts'
import { discardImage, receiveImage } from './receive-image.ts'

export function uploadRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.uploadImage, async ({ principal: { userId }, request, reply }) => {
    const { upload, sha256 } = await receiveImage(context, request, (id, ext) => `posts/${userId}/${id}.${ext}`)
    // Storing is slow, so it happens before the transaction; the image of a repeated request is deleted again.
    let answered = ''
    try {
      const idempotencyKey = readIdempotencyKey(
        request,
        reply,
        userId,
        Buffer.concat([sha256, Buffer.from(upload.file_name)]),
      )
      const answer = idempotencyKey === undefined ? upload : await transact(context, async () => upload, idempotencyKey)
      answered = answer.path
      return answer
    } finally {
      if (answered !== upload.path) await discardImage(context, upload.path)
    }
  })
}
