import { hash } from 'node:crypto'
import { TOKEN_PREFIX_CHARACTERS } from '@galley/contract/limits'
import type { AppContext } from '../../platform/context.ts'
import { hashSecret, newSecret } from '../../platform/core/credentials.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import { type Notify, transact } from '../../platform/db/transact.ts'
import { lockAccount, lockIfActive } from '../accounts/account-store.ts'
import { issueTokenIn } from '../tokens/issue-token.ts'
import { revokeToken } from '../tokens/token-store.ts'
import { OAuthError } from './oauth-error.ts'
import { type Grant, lockGrant, revokeBySecret, setSecrets, takeCode } from './oauth-store.ts'

const ACCESS_SECONDS = 3600

export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

const invalidGrant = (description: string) => new OAuthError('invalid_grant', description)

export function exchangeToken(context: AppContext, form: URLSearchParams): Promise<TokenResponse> {
  const given = (name: string): string => {
    const [value, ...more] = form.getAll(name)
    if (value === undefined || value === '' || more.length > 0) {
      throw new OAuthError('invalid_request', `Send ${name} once.`)
    }
    return value
  }
  const grantType = given('grant_type')
  const { origin } = context.settings.publicUrl
  if (!form.getAll('resource').every(resource => [origin, `${origin}/`, `${origin}/mcp`].includes(resource))) {
    throw new OAuthError('invalid_target', `Tokens are issued for ${origin}/mcp only.`)
  }
  if (grantType === 'authorization_code') {
    return exchangeCode(context, {
      code: given('code'),
      clientId: given('client_id'),
      redirectUri: given('redirect_uri'),
      verifier: given('code_verifier'),
    })
  }
  if (grantType === 'refresh_token') return refresh(context, given('refresh_token'), given('client_id'))
  throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
}

interface Exchange {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
}

/** A code can be used once. One that is used again was stolen from one of its two users, so the grant ends. */
async function exchangeCode(context: AppContext, sent: Exchange): Promise<TokenResponse> {
  const codeHash = hashSecret(sent.code)
  // A refusal is returned, not thrown, because its changes are kept: also a wrong verifier uses up the code.
  const response = await transact(context, async (trx, notify) => {
    const code = await takeCode(trx, codeHash)
    if (code === undefined) {
      const grant = await lockGrant(trx, codeHash, codeHash)
      if (grant?.oauth_client_id === sent.clientId) await endGrant(trx, notify, grant)
      return invalidGrant('The code is unknown, was used or has expired.')
    }
    const challenge = hash('sha256', sent.verifier, 'base64url')
    const isSame =
      code.client_id === sent.clientId && code.redirect_uri === sent.redirectUri && code.code_challenge === challenge
    if (!isSame) return invalidGrant('client_id, redirect_uri or code_verifier is not that of the request.')
    // As issuing the token does: two transactions that share a lock first would wait for each other.
    const account = await lockAccount(trx, code.user_id)
    if (account.suspended_at !== null) return invalidGrant('The account is suspended.')
    const { id } = await issueTokenIn(context, trx, notify, code.user_id, {
      name: code.client_name,
      scopes: code.scopes,
    })
    return renew(trx, id, code.client_id, code.scopes, `${sent.code}.${newSecret()}`)
  })
  if (response instanceof OAuthError) throw response
  return response
}

/** A refresh token can be used once. One that is used again was stolen from one of its two users, so the grant ends. */
async function refresh(context: AppContext, refreshToken: string, clientId: string): Promise<TokenResponse> {
  const response = await transact(context, async (trx, notify) => {
    const grant = await lockGrant(trx, hashSecret(refreshToken), hashSecret(firstOf(refreshToken)))
    if (grant === undefined || grant.oauth_client_id !== clientId) return undefined
    if (grant.isReplayed) {
      await endGrant(trx, notify, grant)
      return undefined
    }
    if (!(await lockIfActive(trx, grant.user_id))) return undefined
    notify({ about: 'account', userId: grant.user_id })
    const next = `${firstOf(refreshToken)}.${newSecret()}`
    return renew(trx, grant.id, clientId, grant.scopes ?? [], next)
  })
  if (response === undefined) throw invalidGrant('The refresh token is unknown, was used, was revoked or has expired.')
  return response
}

async function endGrant(trx: Tx, notify: Notify, { id, user_id }: Grant): Promise<void> {
  await revokeToken(trx, user_id, id)
  notify({ about: 'account', userId: user_id })
}

/** All refresh tokens of a grant begin with its code, so that the code and each of them are recognised when used again. */
const firstOf = (refreshToken: string): string => refreshToken.split('.')[0] ?? ''

async function renew(
  trx: Tx,
  id: string,
  clientId: string,
  scopes: readonly string[],
  refreshToken: string,
): Promise<TokenResponse> {
  const token = newSecret()
  await setSecrets(trx, id, {
    tokenHash: hashSecret(token),
    tokenPrefix: token.slice(0, TOKEN_PREFIX_CHARACTERS),
    refreshHash: hashSecret(refreshToken),
    firstRefreshHash: hashSecret(firstOf(refreshToken)),
    clientId,
    seconds: ACCESS_SECONDS,
  })
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  }
}

/** Ends the grant of a token or refresh token; an unknown one is ignored (RFC 7009). */
export async function revokeGrant(context: AppContext, secret: string): Promise<void> {
  await transact(context, async (trx, notify) => {
    const userId = await revokeBySecret(trx, hashSecret(secret))
    if (userId !== undefined) notify({ about: 'account', userId })
  })
}
