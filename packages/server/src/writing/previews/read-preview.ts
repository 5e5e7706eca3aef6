import type { LinkedPreview, PreviewedPost } from '@galley/contract/schemas/writing/previews'
import type { AppContext } from '../../platform/context.ts'
import { postAddress } from '../../platform/core/addresses/site-addresses.ts'
import { notFound } from '../../platform/core/errors.ts'
import { previewMarkdown } from '../posts/preview-markdown.ts'
import { findPending, type RevisionRow } from '../posts/revision-store.ts'
import { stateOf } from '../posts/revisions/revision-view.ts'
import { findLinkedPost, type LinkedPostRow } from './preview-link-store.ts'
import { readPreviewToken } from './preview-token.ts'

/** What a preview link shows. The same response for wrong, expired and revoked links. */
export async function readPreview(context: AppContext, token: string): Promise<LinkedPreview> {
  const id = readPreviewToken(context.secretBox, token)
  const row = id === undefined ? undefined : await findLinkedPost(context.db, id)
  if (row === undefined) throw notFound('Preview')
  const pending = await findPending(context.db, row.id)
  const isShown = row.status !== 'published' || pending !== undefined
  return {
    post: isShown ? await previewOf(context, withPending(row, pending)) : null,
    url: postAddress(context.settings, row.username, row.slug),
    expires_at: row.link_expires_at.toISOString(),
  }
}

/** Changes that readers do not see yet are previewed, because publishing would show them. */
function withPending(row: LinkedPostRow, pending: RevisionRow | undefined): LinkedPostRow {
  return pending === undefined ? row : { ...row, ...stateOf(pending), updated_at: pending.saved_at }
}

async function previewOf(context: AppContext, row: LinkedPostRow): Promise<PreviewedPost> {
  const { title, subtitle, category, tags, cover_image_url, username, display_name, avatar_url } = row
  return {
    title,
    subtitle,
    category,
    tags,
    cover_image_url,
    price_jpy: row.is_paid ? row.price_jpy : null,
    author: { username, display_name, avatar_url },
    updated_at: row.updated_at.toISOString(),
    ...(await previewMarkdown(context, row.author_id, row.content)),
  }
}
