import { type Static, Type } from 'typebox'
import { URL_MAX_CHARACTERS } from '../../values/limits.ts'
import { closed, nullable } from '../schema.ts'
import { TokenScope } from './tokens.ts'

const clientId = Type.String({ maxLength: URL_MAX_CHARACTERS })
const redirectUri = Type.String({ maxLength: URL_MAX_CHARACTERS })

export const OAuthRequestQuery = Type.Object({
  client_id: Type.Optional(clientId),
  redirect_uri: Type.Optional(redirectUri),
  scope: Type.Optional(Type.String({ maxLength: 1000, description: 'Scopes, separated by spaces; all by default.' })),
})
export type OAuthRequestQuery = Static<typeof OAuthRequestQuery>

/** What the page of consent shows. */
export const OAuthRequest = Type.Object(
  {
    client_name: Type.String({ description: 'As the program calls itself. It is not verified.' }),
    client_host: nullable(Type.String(), {
      description: 'The host of the client’s metadata document, if its id is the address of one.',
    }),
    redirect_host: Type.String({ description: 'Where the browser is sent afterwards.' }),
    scopes: Type.Array(TokenScope, { description: 'Those that the program asks for.' }),
    replaces_token: Type.Boolean({ description: 'Whether you have an active token of this name, which is revoked.' }),
  },
  { title: 'OAuthRequest' },
)
export type OAuthRequest = Static<typeof OAuthRequest>

export const ApproveOAuth = closed('ApproveOAuth', {
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'The SHA-256 of the code verifier, in base64url (PKCE with S256).',
  }),
  scopes: Type.Array(TokenScope, { minItems: 1 }),
})
export type ApproveOAuth = Static<typeof ApproveOAuth>

export const OAuthCode = Type.Object(
  { code: Type.String({ description: 'For one request to the token endpoint, within 5 minutes.' }) },
  { title: 'OAuthCode' },
)
export type OAuthCode = Static<typeof OAuthCode>
