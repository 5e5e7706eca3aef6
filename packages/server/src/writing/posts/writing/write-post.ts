import { planAllows } from '@galley/contract/identity/plans'
import type { TokenScope } from '@galley/contract/identity/scopes'
import { requireVerifiedEmail } from '../../../identity/accounts/recovery/require-verified-email.ts'
import type { AppContext } from '../../../platform/context.ts'
import { AppError, rejectIssues } from '../../../platform/core/errors.ts'
import { withTimeout } from '../../../platform/core/limits/with-timeout.ts'
import type { Principal } from '../../../platform/core/principal.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import type { IdempotencyKey } from '../../../platform/db/idempotency.ts'
import { dryRun, type Notify, transact } from '../../../platform/db/transact.ts'
import { type PageTable, renderPage, type ShownText } from '../../../platform/rendering/stored-article-pages.ts'
import { mayPostIn } from '../../salons/salon-store.ts'
import type { PostRow } from '../post-store.ts'
import type { PostValidation } from '../rules/post-rules.ts'
import { freePart, type PostInput, type PostState, type StoredText } from '../rules/post-state.ts'
import { takenIdIssues } from './external-id.ts'
import { joinIssues } from './join-series.ts'
import { requirePostScope } from './require-post-scope.ts'

/** The transaction in which an author writes. */
export interface PostTransaction {
  readonly context: AppContext
  readonly principal: Principal
  /** The scope that a token needs for a post that readers do not see. */
  readonly draftScope: TokenScope
  readonly trx: Tx
  readonly notify: Notify
  /** The version before the change stays as a revision of its own. */
  readonly keepsVersionBefore?: boolean
  /** An import does not send events unless it is asked to. */
  readonly isSilent?: boolean
  /** Renders the pages of a post after the commit, whose texts have changed. */
  readonly renderLater: (before: PostRow | null, after: PostRow) => void
}

export interface PostChange {
  readonly input: PostInput
  /** The version that the client has (If-Match). */
  readonly ifMatch: string | undefined
  /** With `*`, an existing post is not changed (If-None-Match). */
  readonly ifNoneMatch?: string | undefined
}

/** Ordinary texts of fewer characters never exceed a limit of rendering, so their authors need not be told. */
const LONG_CHARACTERS = 50_000

/**
 * Runs an author's change in a transaction. The page for readers is rendered after the commit. This delays the response for
 * a long text only, which says whether it exceeds a limit of rendering.
 */
export async function writePost<T>(
  context: AppContext,
  principal: Principal,
  work: (transaction: PostTransaction) => Promise<T>,
  idempotencyKey?: IdempotencyKey,
): Promise<T> {
  const shown = new Map<string, ShownText & { table: PageTable }>()
  const result = await transact(
    context,
    (trx, notify) => {
      // A transaction is retried after a deadlock.
      shown.clear()
      const renderLater = (before: PostRow | null, { id, author_id, ...after }: PostRow) => {
        for (const { content, table } of newlyShown(before, after)) {
          shown.set(`${table} ${id}`, { postId: id, authorId: author_id, content, table })
        }
      }
      return work({ context, principal, draftScope: 'posts:write', trx, notify, renderLater })
    },
    idempotencyKey,
  )
  const pages = shown.values().map(async text => {
    const page = context.newPages.add(text.content.length, () => renderNewPage(context, text, text.table))
    if (text.content.length > LONG_CHARACTERS) await page
  })
  await withTimeout(context.renderer.readerWaitMs, Promise.all(pages))
  return result
}

async function renderNewPage(context: AppContext, text: ShownText, table: PageTable): Promise<void> {
  try {
    await renderPage(context, text, table)
  } catch (error) {
    context.log.error({ err: error }, 'a page could not be rendered')
  }
}

/** Runs a change for its result and its errors only. */
export function dryRunPost<T>(
  context: AppContext,
  principal: Principal,
  work: (transaction: PostTransaction) => Promise<T>,
): Promise<T> {
  const renderLater = () => {}
  return dryRun(context, (trx, notify) =>
    work({ context, principal, draftScope: 'posts:write', trx, notify, renderLater }),
  )
}

type Shown = StoredText & Pick<PostState, 'status' | 'salon_only'>

/** The texts that readers see after a change and did not see before, or will see at the scheduled time. */
function newlyShown(before: Shown | null, after: Shown): { content: string; table: PageTable }[] {
  const [was, is] = [shownParts(before), shownParts(after)]
  return (['post_pages', 'whole_pages'] as const).flatMap(table => {
    const content = is[table] ?? null
    return content === null || content === was[table] ? [] : [{ content, table }]
  })
}

/** What everybody sees, and the whole text if only some see it. Its author is told if one of them exceeds a limit. */
function shownParts(post: Shown | null): { readonly [Table in PageTable]?: string | null } {
  if (post === null || (post.status !== 'published' && post.status !== 'scheduled')) return {}
  return {
    post_pages: post.salon_only ? null : freePart(post),
    whole_pages: post.salon_only || post.is_paid ? post.content : null,
  }
}

/** Returns the resulting post; throws if a permission is missing or a rule is violated. */
export async function requireAllowed(
  transaction: PostTransaction,
  before: PostRow | null,
  validation: PostValidation,
): Promise<PostState> {
  requirePostScope(transaction, before, validation.after)
  if (validation.after.status === 'published' || validation.after.status === 'scheduled') {
    await requireVerifiedEmail(transaction.context, transaction.trx, transaction.principal.userId)
  }
  await requireValid(transaction, validation)
  return validation.after
}

/** Throws unless the author may write this: their plan, their role in the salon, and the rules for the fields. */
export async function requireValid(transaction: PostTransaction, validation: PostValidation): Promise<void> {
  await requirePermissions(transaction, validation)
  const { trx, principal } = transaction
  const issues = [...validation.issues, ...(await joinIssues(trx, principal.userId, validation.joinsSeries))]
  if (issues.length === 0) return
  // Without another error, the unique index finds an external id that is taken.
  rejectIssues([...issues, ...(await takenIdIssues(trx, principal.userId, validation.newExternalId))])
}

/** Permissions beyond being the author: a plan, a role in a salon. */
async function requirePermissions({ trx, principal }: PostTransaction, validation: PostValidation): Promise<void> {
  if (validation.needsPaidPlan && !planAllows(principal.plan, 'paid_posts')) {
    throw new AppError('PLAN_REQUIRED', 'Paid posts need the Pro+ plan.')
  }
  const salonId = validation.needsSalon
  if (salonId === null || (await mayPostIn(trx, salonId, principal.userId))) return
  throw new AppError('FORBIDDEN', 'Posting in a salon needs the role owner or admin there.')
}
