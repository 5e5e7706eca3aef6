import { type Static, Type } from 'typebox'
import { TOKEN_SCOPES } from '../../values/identity/scopes.ts'
import { TOKEN_CHARACTERS, TOKEN_NAME_MAX_CHARACTERS, TOKEN_PREFIX_CHARACTERS } from '../../values/limits.ts'
import { acceptingAndIgnoring, closed, nullable, oneOf, optionalBody, Timestamp, Uuid } from '../schema.ts'

export const TokenScope = oneOf(TOKEN_SCOPES, { title: 'TokenScope' })
export type TokenScope = Static<typeof TokenScope>

const record = {
  id: Uuid,
  name: Type.String(),
  token_prefix: Type.String({ description: `The first ${TOKEN_PREFIX_CHARACTERS} characters, to identify the token.` }),
  scopes: Type.Array(TokenScope, { description: 'What the token may do.' }),
  last_used_at: nullable(Timestamp, { description: 'Accurate to the minute.' }),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  created_at: Timestamp,
}

export const TokenRecord = Type.Object(record, { title: 'TokenRecord' })
export type TokenRecord = Static<typeof TokenRecord>

export const IssuedToken = Type.Object(
  {
    ...record,
    token: Type.String({ description: `The token itself, ${TOKEN_CHARACTERS} characters. It is never shown again.` }),
  },
  { title: 'IssuedToken' },
)
export type IssuedToken = Static<typeof IssuedToken>

export const TokenList = Type.Object({ tokens: Type.Array(TokenRecord) }, { title: 'TokenList' })
export type TokenList = Static<typeof TokenList>

const expiresAt = Type.Optional(
  nullable(Timestamp, { description: 'In the future. Without it the token does not expire.' }),
)

export const requestedScopes = Type.Array(TokenScope, {
  minItems: 1,
  description: 'What the token may do; everything by default. Duplicates are removed.',
})

export const IssueToken = acceptingAndIgnoring(
  closed('IssueToken', {
    name: Type.String({
      minLength: 1,
      maxLength: TOKEN_NAME_MAX_CHARACTERS,
      description: 'The name of an active token reissues it: the old one is revoked.',
    }),
    scopes: Type.Optional(requestedScopes),
    expires_at: expiresAt,
  }),
  IssuedToken,
)
export type IssueToken = Static<typeof IssueToken>

/** The deprecated call always uses the same name, so a `name` in its body is ignored. */
export const IssueDefaultToken = optionalBody(
  acceptingAndIgnoring(
    closed('IssueDefaultToken', { scopes: Type.Optional(requestedScopes), expires_at: expiresAt }),
    IssuedToken,
  ),
)
export type IssueDefaultToken = Static<typeof IssueDefaultToken>
