import { TOKEN_NAME_MAX_CHARACTERS } from '@galley/contract/limits'
import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { findClient } from './oauth-store.ts'
import { matchesRedirect } from './redirect-rules.ts'

export interface OAuthClient {
  readonly id: string
  readonly name: string
  /** The host of its metadata document; null for a registered client, whose origin is not known. */
  readonly host: string | null
  readonly redirectUris: readonly string[]
}

const DOCUMENT_MAX_BYTES = 32 * 1024

/** The client, if it may be sent codes at this address. Everything else is the same 404. */
export async function requireClient(context: AppContext, clientId: string, redirectUri: string): Promise<OAuthClient> {
  const client = isUuid(clientId) ? await registered(context, clientId) : await documented(context, clientId)
  if (client === undefined || !matchesRedirect(client.redirectUris, redirectUri)) throw notFound('Client')
  return client
}

async function registered({ db }: AppContext, id: string): Promise<OAuthClient | undefined> {
  const row = await findClient(db, id)
  return row && { id, name: row.name, host: null, redirectUris: row.redirect_uris }
}

/** A client whose id is the address of a document about it, which is fetched each time. */
async function documented({ outbound }: AppContext, id: string): Promise<OAuthClient | undefined> {
  if (!URL.canParse(id)) return undefined
  const { protocol, host, pathname, hash } = new URL(id)
  if (protocol !== 'https:' || pathname === '/' || hash !== '') return undefined
  const result = await outbound.get(id, { accept: 'application/json', 'user-agent': 'Galley' }, DOCUMENT_MAX_BYTES)
  if (!result.responded || result.status !== 200) return undefined
  const document = parse(result.body)
  const redirectUris = document?.['redirect_uris']
  if (document?.['client_id'] !== id || !isStrings(redirectUris)) return undefined
  return { id, name: clientName(document['client_name'], host), host, redirectUris }
}

/** The name of a client in the list of tokens. */
export function clientName(given: unknown, otherwise: string): string {
  const name = typeof given === 'string' ? [...given.replace(/\p{C}/gu, ' ').trim()] : []
  return (name.length > 0 ? name : [...otherwise]).slice(0, TOKEN_NAME_MAX_CHARACTERS).join('')
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every(each => typeof each === 'string')
