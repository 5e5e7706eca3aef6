import { TOKEN_SCOPES } from '@galley/contract/identity/scopes'
import type { TokenRecord } from '@galley/contract/schemas/identity/tokens'
import type { TokenRow } from './token-store.ts'

export function tokenView(token: TokenRow): TokenRecord {
  return {
    id: token.id,
    name: token.name,
    token_prefix: token.token_prefix,
    scopes: token.scopes ?? [...TOKEN_SCOPES],
    last_used_at: token.last_used_at?.toISOString() ?? null,
    // A program with a refresh token renews the token until then.
    expires_at: (token.refresh_expires_at ?? token.expires_at)?.toISOString() ?? null,
    revoked_at: token.revoked_at?.toISOString() ?? null,
    created_at: token.created_at.toISOString(),
  }
}
