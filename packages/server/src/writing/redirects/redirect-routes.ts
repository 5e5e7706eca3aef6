import { endpoints } from '@galley/contract/endpoints'
import type { Redirect } from '@galley/contract/schemas/writing/redirects'
import type { AppContext } from '../../platform/context.ts'
import { postAddress } from '../../platform/core/addresses/site-addresses.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { type BindRoute, Result } from '../../platform/operation.ts'
import { deleteRedirect } from './delete-redirect.ts'
import { normalPath } from './redirect-rules.ts'
import { findTarget, listRedirects, type RedirectRow } from './redirect-store.ts'
import { saveRedirect } from './save-redirect.ts'

/** `isOwnPath`: the site has pages below it, so a redirect would never be used. */
export function redirectRoutes(
  bind: BindRoute,
  context: AppContext,
  isOwnPath: (path: string) => Promise<boolean>,
): void {
  const { db, settings } = context
  const view = ({ id, path, post_id, slug, title, created_at }: RedirectRow, username: string): Redirect => ({
    id,
    path,
    post_id,
    post_title: title,
    url: postAddress(settings, username, slug),
    created_at: created_at.toISOString(),
  })

  bind(endpoints.listRedirects, async ({ principal: { userId, username }, query }) => {
    const { limit, offset, post_id, q = '' } = query
    // A malformed id matches nothing.
    if (post_id !== undefined && !isUuid(post_id)) return { redirects: [], total: 0 }
    const { redirects, total } = await listRedirects(db, userId, { postId: post_id, words: q.trim(), limit, offset })
    return { redirects: redirects.map(redirect => view(redirect, username)), total }
  })

  bind(endpoints.saveRedirect, async ({ principal, body }) => {
    const { redirect, created } = await saveRedirect(context, principal, body, isOwnPath)
    return new Result(view(redirect, principal.username), { status: created ? 201 : 200 })
  })

  bind(endpoints.deleteRedirect, async ({ principal, params }) => {
    await deleteRedirect(context, principal, params.id)
    return { deleted: true as const }
  })

  bind(endpoints.findRedirect, async ({ query }) => {
    const path = normalPath(query.path ?? '')
    const target = path === undefined ? undefined : await findTarget(db, path)
    if (target === undefined) throw notFound('Redirect')
    return { url: postAddress(settings, target.username, target.slug) }
  })
}
