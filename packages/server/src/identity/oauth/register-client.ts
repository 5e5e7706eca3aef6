import type { AppContext } from '../../platform/context.ts'
import { newId } from '../../platform/core/ids.ts'
import { OAuthError } from './oauth-error.ts'
import { insertClient } from './oauth-store.ts'
import { isAllowedRedirect } from './redirect-rules.ts'
import { clientName, isStrings } from './resolve-client.ts'

/** Registers a program (RFC 7591). Programs are public clients: they have no secret, and prove themselves with PKCE. */
export async function registerClient(context: AppContext, body: unknown): Promise<Record<string, unknown>> {
  await context.disk.require()
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const redirectUris = sent['redirect_uris']
  if (!isStrings(redirectUris) || !redirectUris.every(isAllowedRedirect)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'Send redirect_uris: 1 to 20 addresses with https, of this machine (http), or with a scheme that is a domain name of yours backwards (com.example.program:/callback).',
    )
  }
  const id = newId()
  const first = new URL(redirectUris[0] ?? '')
  const name = clientName(sent['client_name'], first.host || first.protocol)
  await insertClient(context.db, { id, name, redirect_uris: redirectUris })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(context.clock.now().getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
