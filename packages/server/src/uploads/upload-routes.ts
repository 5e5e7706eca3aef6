import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../context.ts'
import { readOnce } from '../core/request-headers.ts'
import type { BindRoute } from '../core/route.ts'
import { transact } from '../db/transact.ts'
import { discardImage, receiveImage } from './receive-image.ts'

export function uploadRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.uploadImage, async ({ principal: { userId }, request, reply }) => {
    const { upload, sha256 } = await receiveImage(context, request, (id, ext) => `posts/${userId}/${id}.${ext}`)
    // Storing is slow, so it comes before the transaction; the image of a repeated request is one too many.
    let answered = ''
    try {
      const once = readOnce(request, reply, userId, Buffer.concat([sha256, Buffer.from(upload.file_name)]))
      const answer = once === undefined ? upload : await transact(context, async () => upload, once)
      answered = answer.path
      return answer
    } finally {
      if (answered !== upload.path) await discardImage(context, upload.path)
    }
  })
}
