import type { NotificationKind } from './notifications.ts'

interface Linked {
  readonly kind: NotificationKind
  readonly actors: readonly { readonly username: string }[]
  readonly post: { readonly id: string; readonly url: string } | null
  readonly webhook: { readonly id: string } | null
  readonly detail: string | null
}

/** The path of the page where a notification leads; undefined if there is none. */
export function notificationPath({ kind, actors, post, webhook, detail }: Linked): string | undefined {
  if (kind === 'token') return '/studio/settings/tokens'
  if (kind === 'security') return '/studio/settings/sessions'
  if (webhook !== null) return `/studio/settings/webhooks/${webhook.id}`
  if (post === null) return actors[0] && `/@${actors[0].username}`
  // A hidden post has no public page.
  if (kind === 'moderation' && detail?.startsWith('post')) return `/studio/posts/${post.id}`
  return new URL(post.url).pathname + (kind === 'post' ? '' : '#comments')
}
