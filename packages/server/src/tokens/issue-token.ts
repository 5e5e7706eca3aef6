import { TOKEN_PREFIX_CHARACTERS, TOKENS_MAX_PER_USER } from '@galley/contract/limits'
import type { IssuedToken, IssueToken } from '@galley/contract/schemas/tokens'
import { TOKEN_SCOPES, type TokenScope } from '@galley/contract/scopes'
import { lockAccount } from '../accounts/account-store.ts'
import type { AppContext } from '../context.ts'
import { hashSecret, newSecret } from '../core/credentials.ts'
import { AppError, type FieldFault, refuse } from '../core/errors.ts'
import { blankFault } from '../core/field-rules.ts'
import { newId } from '../core/ids.ts'
import type { Tx } from '../db/database.ts'
import type { IdempotencyKey } from '../db/idempotency.ts'
import { type Notify, transact } from '../db/transact.ts'
import { countLiveTokens, insertToken, revokeTokensNamed } from './token-store.ts'
import { tokenView } from './token-view.ts'

/** Issues a token; a live one with the same name is revoked in the same transaction. */
export async function issueToken(
  context: AppContext,
  userId: string,
  input: IssueToken,
  idempotencyKey?: IdempotencyKey,
): Promise<IssuedToken> {
  refuse(tokenFaults(context, input))
  const name = input.name.trim()
  const expiresAt = input.expires_at == null ? null : new Date(input.expires_at)

  const issue = async (trx: Tx, notify: Notify): Promise<IssuedToken> => {
    const secret = newSecret()
    await lockAccount(trx, userId)
    await revokeTokensNamed(trx, userId, name)
    if ((await countLiveTokens(trx, userId)) >= TOKENS_MAX_PER_USER) {
      throw new AppError(
        'LIMIT_REACHED',
        `An account holds at most ${TOKENS_MAX_PER_USER} live tokens. Revoke one, or issue under a name that exists to replace it.`,
      )
    }
    notify({ about: 'account', userId })
    const token = await insertToken(trx, {
      id: newId(),
      user_id: userId,
      name,
      token_hash: hashSecret(secret),
      token_prefix: secret.slice(0, TOKEN_PREFIX_CHARACTERS),
      scopes: storedScopes(input.scopes),
      expires_at: expiresAt,
    })
    return { ...tokenView(token), token: secret }
  }
  return transact(context, issue, idempotencyKey)
}

/** Without duplicates, in the order of the contract. Null is all scopes, including those of later releases. */
function storedScopes(scopes: readonly TokenScope[] | undefined): TokenScope[] | null {
  return scopes === undefined ? null : TOKEN_SCOPES.filter(scope => scopes.includes(scope))
}

export function tokenFaults(context: AppContext, { name, expires_at }: Partial<IssueToken>): FieldFault[] {
  const isPast = expires_at != null && new Date(expires_at) <= context.clock.now()
  const past: FieldFault = { field: 'expires_at', code: 'MUST_BE_FUTURE', message: 'Must lie in the future.' }
  return [...blankFault('name', name), ...(isPast ? [past] : [])]
}
