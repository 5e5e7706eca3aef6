import { TOKEN_SCOPES } from '@galley/contract/identity/scopes'
import type { ApproveOAuth, OAuthCode, OAuthRequest, OAuthRequestQuery } from '@galley/contract/schemas/identity/oauth'
import type { AppContext } from '../../platform/context.ts'
import { hashSecret, newSecret } from '../../platform/core/credentials.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { transact } from '../../platform/db/transact.ts'
import { requireRoomForToken, storedScopes } from '../tokens/issue-token.ts'
import { hasLiveTokenNamed } from '../tokens/token-store.ts'
import { insertCode, markClientUsed } from './oauth-store.ts'
import { requireClient } from './resolve-client.ts'

/** What a program asks for. */
export async function readOAuthRequest(
  context: AppContext,
  userId: string,
  { client_id = '', redirect_uri = '', scope }: OAuthRequestQuery,
): Promise<OAuthRequest> {
  const client = await requireClient(context, client_id, redirect_uri)
  const asked = (scope ?? '').split(' ')
  const known = TOKEN_SCOPES.filter(each => asked.includes(each))
  const { host, protocol } = new URL(redirect_uri)
  return {
    client_name: client.name,
    client_host: client.host,
    // Another scheme leads to a program, whatever the host after it says.
    redirect_host: /^https?:$/.test(protocol) ? host : `${protocol}//${host}`,
    scopes: known.length > 0 ? known : [...TOKEN_SCOPES],
    replaces_token: await hasLiveTokenNamed(context.db, userId, client.name),
  }
}

/** The code with which the program gets its token, once. */
export async function approveOAuth(context: AppContext, userId: string, input: ApproveOAuth): Promise<OAuthCode> {
  const client = await requireClient(context, input.client_id, input.redirect_uri)
  const code = newSecret()
  await transact(context, async trx => {
    await requireRoomForToken(trx, userId, client.name)
    if (isUuid(client.id)) await markClientUsed(trx, client.id)
    await insertCode(trx, {
      code_hash: hashSecret(code),
      user_id: userId,
      client_id: client.id,
      client_name: client.name,
      redirect_uri: input.redirect_uri,
      code_challenge: input.code_challenge,
      scopes: storedScopes(input.scopes) ?? [],
    })
  })
  return { code }
}
