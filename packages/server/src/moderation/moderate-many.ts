import type { BulkAction, BulkResult } from '@galley/contract/moderation'
import { isPendingDeletion } from '../identity/accounts/deletion-rules.ts'
import type { Actor } from '../identity/audit/record-action.ts'
import type { AppContext } from '../platform/context.ts'
import { AppError } from '../platform/core/errors.ts'
import { isUuid } from '../platform/core/ids.ts'
import type { Db } from '../platform/db/connection/database.ts'
import { findModeratedComment, findModeratedPost } from './content-store.ts'
import { hiddenAfter } from './hidden-rules.ts'
import { hideComment, unhideComment } from './hide-comment.ts'
import { hidePost, unhidePost } from './hide-post.ts'
import { restoreUser, suspendUser, suspensionChanges } from './suspend-user.ts'
import { findModeratedUser } from './user-store.ts'

export interface BulkItem {
  readonly id: string
  readonly label: string | null
  readonly result: BulkResult
}

interface Request {
  readonly action: BulkAction
  readonly ids: readonly string[]
  readonly reason: string | null
  /** Only says what would happen. */
  readonly isPreview: boolean
}

/** One change after the other, each with its own transaction and its own entry in the audit log. */
export async function moderateMany(context: AppContext, actor: Actor, request: Request): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (const id of new Set(request.ids)) {
    const found = await preview(context, actor, request, id)
    if (found.result === 'changed' && !request.isPreview) {
      items.push({ ...found, result: await run(context, actor, request, id) })
    } else items.push(found)
  }
  return items
}

async function preview(
  { db, clock }: AppContext,
  actor: Actor,
  { action, reason }: Request,
  id: string,
): Promise<BulkItem> {
  const hides = action.endsWith('.hide') || action.endsWith('.suspend')
  const wanted = hides ? ({ hide: true, reason: reason ?? '' } as const) : ({ hide: false } as const)
  const target = isUuid(id) ? await findTarget(db, action, id) : undefined
  if (target === undefined) return { id, label: null, result: 'not_found' }
  const { label } = target
  if ('user' in target) {
    if (actor.userId === id) return { id, label, result: 'refused' }
    if (!hides && isPendingDeletion(target.user)) return { id, label, result: 'refused' }
    return { id, label, result: suspensionChanges(target.user, hides) ? 'changed' : 'unchanged' }
  }
  return { id, label, result: hiddenAfter(target.content, wanted, clock.now()) ? 'changed' : 'unchanged' }
}

const LABEL_CHARACTERS = 100

async function findTarget(db: Db, action: BulkAction, id: string) {
  if (action.startsWith('post.')) {
    const content = await findModeratedPost(db, id)
    return content && { label: content.title, content }
  }
  if (action.startsWith('comment.')) {
    const content = await findModeratedComment(db, id)
    return content && { label: content.content.slice(0, LABEL_CHARACTERS), content }
  }
  const user = await findModeratedUser(db, id)
  return user && { label: user.username, user }
}

/** The target may have changed since it was looked at. A refusal of one does not end the whole request. */
async function run(context: AppContext, actor: Actor, { action, reason }: Request, id: string): Promise<BulkResult> {
  try {
    await RUN[action](context, actor, id, reason)
    return 'changed'
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return 'not_found'
    if (error instanceof AppError && error.code === 'FORBIDDEN') return 'refused'
    throw error
  }
}

type Run = (context: AppContext, actor: Actor, id: string, reason: string | null) => Promise<unknown>

const RUN: Readonly<Record<BulkAction, Run>> = {
  'post.hide': (context, actor, id, reason) => hidePost(context, actor, id, reason ?? ''),
  'post.restore': unhidePost,
  'comment.hide': (context, actor, id, reason) => hideComment(context, actor, id, reason ?? ''),
  'comment.restore': unhideComment,
  'user.suspend': suspendUser,
  'user.restore': restoreUser,
}
