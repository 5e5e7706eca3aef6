import { PREVIEW_LINK_SECONDS, PREVIEW_LINKS_MAX_PER_POST } from '@galley/contract/limits'
import type { PreviewLink } from '@galley/contract/schemas/writing/previews'
import type { AppContext } from '../../platform/context.ts'
import { newId } from '../../platform/core/ids.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockPost } from '../posts/post-store.ts'
import { insertPreviewLink } from './preview-link-store.ts'
import { previewToken } from './preview-token.ts'

export async function createPreviewLink(
  context: AppContext,
  { userId, credential }: Principal,
  postId: string,
  seconds: number = PREVIEW_LINK_SECONDS.default,
): Promise<PreviewLink> {
  const id = newId()
  const tokenId = credential.kind === 'token' ? credential.id : null
  const expiresAt = await transact(context, async trx => {
    // Locked, so that concurrent calls keep the limit.
    const post = await lockPost(trx, userId, postId)
    return insertPreviewLink(trx, { id, postId: post.id, tokenId, seconds, most: PREVIEW_LINKS_MAX_PER_POST })
  })
  // In the query and not in the path, because logs contain paths.
  const url = `${context.settings.publicUrl.origin}/preview?token=${previewToken(context.secretBox, id)}`
  return { url, expires_at: expiresAt.toISOString() }
}
