/** The parameters of a request for access, as a program put them into the address. */
export interface AuthorizeRequest {
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly scope: string | undefined
  readonly state: string | null
}

const STATE_MAX_CHARACTERS = 2000

/** Undefined if it is not complete: a code with PKCE (S256), for this site. */
export function readAuthorizeRequest(given: URLSearchParams, origin: string): AuthorizeRequest | undefined {
  const value = (name: string) => given.get(name) ?? ''
  const isForUs = given.getAll('resource').every(each => [origin, `${origin}/`, `${origin}/mcp`].includes(each))
  const hasChallenge = value('code_challenge_method') === 'S256' && /^[A-Za-z0-9_-]{43}$/.test(value('code_challenge'))
  const state = given.get('state')
  if (value('response_type') !== 'code' || !hasChallenge || !isForUs) return undefined
  if (state !== null && state.length > STATE_MAX_CHARACTERS) return undefined
  return {
    client_id: value('client_id'),
    redirect_uri: value('redirect_uri'),
    code_challenge: value('code_challenge'),
    scope: given.get('scope') ?? undefined,
    state,
  }
}

/** The address to which the browser is sent with the result. */
export function resultAddress(
  { redirect_uri, state }: AuthorizeRequest,
  origin: string,
  result: [string, string],
): string {
  const address = new URL(redirect_uri)
  const added = new URLSearchParams([result])
  if (state !== null) added.append('state', state)
  added.append('iss', origin)
  // Not with `searchParams`, which writes the program's own query anew.
  address.search += `${address.search === '' ? '' : '&'}${added}`
  return address.href
}
