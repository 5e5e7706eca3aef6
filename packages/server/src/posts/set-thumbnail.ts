import type { Upload } from '@galley/contract/schemas/uploads'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import type { Principal } from '../core/principal.ts'
import { requireMatch } from '../transport/request-headers.ts'
import { discardImage, receiveImage } from '../uploads/receive-image.ts'
import { changePost } from './change-post.ts'
import { findPost, type PostRow } from './post-store.ts'
import { requirePostScope } from './require-post-scope.ts'
import { writePost } from './write-post.ts'

/** Stores an image and sets it as thumbnail; if either fails, nothing is changed. The previous file stays. */
export async function setThumbnail(
  context: AppContext,
  request: FastifyRequest,
  principal: Principal,
  postId: string,
): Promise<{ post: PostRow; upload: Upload }> {
  const { userId } = principal
  const ifMatch = request.headers['if-match']
  // Checked before the upload is read; the transaction checks again.
  const known = isUuid(postId) ? await findPost(context.db, userId, postId) : undefined
  if (known === undefined) throw notFound('Post')
  requirePostScope({ principal, draftScope: 'posts:write' }, known, null)
  requireMatch(ifMatch, known)

  const { upload } = await receiveImage(
    context,
    request,
    (id, ext) => `posts/${userId}/${postId}/thumbnail-${id}.${ext}`,
  )
  try {
    const change = { input: { thumbnail_url: upload.url }, ifMatch }
    const post = await writePost(context, principal, transaction => changePost(transaction, postId, change))
    return { post, upload }
  } catch (error) {
    await discardImage(context, upload.path)
    throw error
  }
}
