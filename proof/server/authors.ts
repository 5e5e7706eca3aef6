import type { EventName } from '@galley/contract/delivery/events'
import { newId } from '@galley/server/testing/ids'
import { type AppContext, transact } from '@galley/server/testing/installation'
import { insertAccount, issueToken, recordEvents, registerWebhook } from '@galley/server/testing/use-cases'

export interface Author {
  readonly id: string
  readonly username: string
  /** Headers of the author's requests. */
  readonly headers: Readonly<Record<string, string>>
  readonly webhookIds: readonly string[]
}

interface Hooks {
  readonly urls: readonly string[]
  readonly events: readonly EventName[]
}

/** An author on the highest plan, with a token and optionally with webhooks for these events. */
export async function makeAuthor(context: AppContext, hooks?: Hooks): Promise<Author> {
  const id = newId()
  const username = `u_${id.slice(-12)}`
  const email = `${username}@example.com`
  await insertAccount(context.db, { id, username, email, password_hash: '-', display_name: username, plan: 'pro_plus' })
  const { token } = await issueToken(context, id, { name: 'bench' })
  const webhookIds: string[] = []
  for (const url of hooks?.urls ?? []) {
    webhookIds.push((await registerWebhook(context, id, { url, event_types: [...(hooks?.events ?? [])] })).id)
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { id, username, headers, webhookIds }
}

/** Records the event and deliveries of a new post in a transaction, and notifies the dispatcher. */
export async function recordPost(context: AppContext, authorId: string): Promise<void> {
  await transact(context, async (trx, notify) => {
    const at = new Date()
    const post = {
      id: newId(),
      slug: 'a-title-of-usual-length-abcdefgh',
      title: 'A title of usual length',
      status: 'draft',
      post_type: 'article',
      visibility: 'public',
      is_paid: false,
      published_at: null,
      created_at: at.toISOString(),
    } as const
    await recordEvents(trx, notify, authorId, at, [{ name: 'post.created', post }])
  })
}
