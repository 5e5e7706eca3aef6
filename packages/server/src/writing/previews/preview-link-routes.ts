import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { type BindRoute, Result } from '../../platform/operation.ts'
import { requirePost } from '../posts/post-store.ts'
import { createPreviewLink } from './create-preview-link.ts'
import { deletePreviewLinks } from './preview-link-store.ts'
import { readPreview } from './read-preview.ts'

export function previewLinkRoutes(bind: BindRoute, context: AppContext): void {
  bind(endpoints.createPreviewLink, ({ principal, params, body }) =>
    createPreviewLink(context, principal, params.id, body?.expires_in),
  )

  bind(endpoints.revokePreviewLinks, async ({ principal, params }) => {
    const post = await requirePost(context.db, principal.userId, params.id)
    await deletePreviewLinks(context.db, post.id)
    return { deleted: true as const }
  })

  bind(endpoints.readPreview, async ({ query }) => {
    const preview = await readPreview(context, query.token ?? '')
    return new Result(preview, { headers: { 'x-robots-tag': 'noindex' } })
  })
}
