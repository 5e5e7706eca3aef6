import { endpoints } from '@galley/contract/endpoints'
import { PAGE_LIMIT_DEFAULT, PAGE_OFFSET_DEFAULT } from '@galley/contract/limits'
import type { Redirect } from '@galley/contract/schemas/redirects'
import type { AppContext } from '../context.ts'
import { notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { postAddress } from '../posts/post-address.ts'
import type { BindRoute } from '../transport/route.ts'
import { normalPath } from './redirect-rules.ts'
import { findTarget, listRedirects, type RedirectRow, removeRedirect } from './redirect-store.ts'
import { saveRedirect } from './save-redirect.ts'

export function redirectRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context
  const view = ({ id, path, post_id, slug, created_at }: RedirectRow, username: string): Redirect => ({
    id,
    path,
    post_id,
    url: postAddress(settings, username, slug),
    created_at: created_at.toISOString(),
  })

  bind(endpoints.listRedirects, async ({ principal: { userId, username }, query }) => {
    const { limit = PAGE_LIMIT_DEFAULT, offset = PAGE_OFFSET_DEFAULT, post_id } = query
    // A malformed id matches nothing.
    if (post_id !== undefined && !isUuid(post_id)) return { redirects: [], total: 0 }
    const { redirects, total } = await listRedirects(db, userId, { postId: post_id, limit, offset })
    return { redirects: redirects.map(redirect => view(redirect, username)), total }
  })

  bind(endpoints.saveRedirect, async ({ principal: { userId, username }, body, reply }) => {
    const { redirect, created } = await saveRedirect(context, userId, body)
    reply.code(created ? 201 : 200)
    return view(redirect, username)
  })

  bind(endpoints.deleteRedirect, async ({ principal: { userId }, params }) => {
    if (!isUuid(params.id) || !(await removeRedirect(db, userId, params.id))) throw notFound('Redirect')
    return { deleted: true as const }
  })

  bind(endpoints.findRedirect, async ({ query }) => {
    const path = normalPath(query.path ?? '')
    const target = path === undefined ? undefined : await findTarget(db, path)
    if (target === undefined) throw notFound('Redirect')
    return { url: postAddress(settings, target.username, target.slug) }
  })
}
