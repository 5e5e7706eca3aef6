import type { endpoints } from '@galley/contract/endpoints'
import type { Upload } from '@galley/contract/schemas/writing/uploads'
import type { AppContext } from '../../platform/context.ts'
import type { Call } from '../../platform/operation.ts'
import { receiveImage, recordImage, withReceivedImage } from '../uploads/receiving/receive-image.ts'
import { uploadView } from '../uploads/upload-view.ts'
import { type PostRow, requirePost } from './post-store.ts'
import { requireMatch } from './rules/version.ts'
import { changePost } from './writing/change-post.ts'
import { requirePostScope } from './writing/require-post-scope.ts'
import { writePost } from './writing/write-post.ts'

/** Stores an image and sets it as thumbnail; if either fails, nothing is changed. The previous file stays. */
export async function setThumbnail(
  context: AppContext,
  { principal, params, ifMatch, sender, upload }: Call<typeof endpoints.setThumbnail>,
): Promise<{ post: PostRow; upload: Upload }> {
  const { userId } = principal
  const postId = params.id
  // Checked before the upload is read; the transaction checks again.
  const known = await requirePost(context.db, userId, postId)
  requirePostScope({ principal, draftScope: 'posts:write' }, known, null)
  requireMatch(ifMatch, known)

  const received = await receiveImage(context, { sender, upload }, { userId, postId })
  return withReceivedImage(context, received, async () => {
    const result = await writePost(context, principal, async transaction => {
      const upload = uploadView(context.settings, await recordImage(transaction.trx, received))
      const change = { input: { thumbnail_url: upload.url }, ifMatch }
      return { post: await changePost(transaction, postId, change), upload }
    })
    return { result, path: result.upload.path }
  })
}
