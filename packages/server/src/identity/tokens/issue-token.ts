import { TOKEN_SCOPES, type TokenScope } from '@galley/contract/identity/scopes'
import { TOKEN_PREFIX_CHARACTERS, TOKENS_MAX_PER_USER } from '@galley/contract/limits'
import type { IssuedToken, IssueToken } from '@galley/contract/schemas/identity/tokens'
import type { AppContext } from '../../platform/context.ts'
import { hashSecret, newSecret } from '../../platform/core/credentials.ts'
import { AppError, type FieldIssue, rejectIssues } from '../../platform/core/errors.ts'
import { blankIssue } from '../../platform/core/field-rules.ts'
import { newId } from '../../platform/core/ids.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import { type Notify, transact } from '../../platform/db/transact.ts'
import { type Account, lockAccount } from '../accounts/account-store.ts'
import { AccountMails } from '../accounts/mails/account-mails.ts'
import { countOtherLiveTokens, deleteExcessEndedTokens, insertToken, revokeTokensNamed } from './token-store.ts'
import { tokenView } from './token-view.ts'

/** Issues a token; a live one with the same name is revoked in the same transaction. */
export async function issueToken(
  context: AppContext,
  userId: string,
  input: IssueToken,
  idempotencyKey?: IdempotencyKey,
): Promise<IssuedToken> {
  rejectIssues(tokenIssues(context, input))
  return transact(context, (trx, notify) => issueTokenIn(context, trx, notify, userId, input), idempotencyKey)
}

/**
 * The same in the caller's transaction, for input that was checked. The owner is told of every new token: a session is enough to
 * issue one, so it may be somebody else who did.
 */
export async function issueTokenIn(
  context: AppContext,
  trx: Tx,
  notify: Notify,
  userId: string,
  input: Pick<IssueToken, 'name' | 'expires_at'> & { scopes?: readonly TokenScope[] | null | undefined },
): Promise<IssuedToken> {
  const secret = newSecret()
  const name = input.name.trim()
  const scopes = storedScopes(input.scopes)
  const account = await requireRoomForToken(trx, userId, name)
  await revokeTokensNamed(trx, userId, name)
  await deleteExcessEndedTokens(trx, userId)
  notify({ about: 'account', userId })
  const token = await insertToken(trx, {
    id: newId(),
    user_id: userId,
    name,
    token_hash: hashSecret(secret),
    token_prefix: secret.slice(0, TOKEN_PREFIX_CHARACTERS),
    scopes,
    expires_at: input.expires_at == null ? null : new Date(input.expires_at),
  })
  await new AccountMails(context, trx, notify).tokenIssued(account, { name, scopes })
  return { ...tokenView(token), token: secret }
}

/** Throws if the account has the most tokens, unless one is replaced. Locks the account, so that the count holds. */
export async function requireRoomForToken(trx: Tx, userId: string, name: string): Promise<Account> {
  const account = await lockAccount(trx, userId)
  if ((await countOtherLiveTokens(trx, userId, name)) < TOKENS_MAX_PER_USER) return account
  throw new AppError(
    'LIMIT_REACHED',
    `An account has at most ${TOKENS_MAX_PER_USER} active tokens. Revoke one, or issue one with the name of an active token to replace it.`,
  )
}

/** Without duplicates, in the order of the contract. Null is all scopes, including those of later releases. */
export function storedScopes(scopes: readonly TokenScope[] | null | undefined): TokenScope[] | null {
  return scopes == null ? null : TOKEN_SCOPES.filter(scope => scopes.includes(scope))
}

export function tokenIssues(context: AppContext, { name, expires_at }: Partial<IssueToken>): FieldIssue[] {
  const isPast = expires_at != null && new Date(expires_at) <= context.clock.now()
  const past: FieldIssue = { field: 'expires_at', code: 'MUST_BE_FUTURE', message: 'Must be in the future.' }
  return [...blankIssue('name', name), ...(isPast ? [past] : [])]
}
