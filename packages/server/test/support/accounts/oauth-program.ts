import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Client } from '../client.ts'
import type { Person, TestServer } from '../test-server.ts'

export const REDIRECT = 'http://127.0.0.1:4321/callback'

export interface Asked {
  readonly client_id: string
  readonly verifier: string
  readonly query: Record<string, string>
}

/** A request of the program, with a verifier of its own. */
export function ask(client_id: string, more: Record<string, string> = {}): Asked {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = {
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    code_challenge,
    code_challenge_method: 'S256',
  }
  return { client_id, verifier, query: { ...query, state: 'a state', ...more } }
}

/** What a program and the author, who approves it, do in OAuth. */
export function oauthProgram(of: () => { server: TestServer; alice: Person }) {
  const register = (body: object) => of().server.anyone.post('/oauth/register', body)
  const form = (path: string, fields: Record<string, string>) =>
    of().server.anyone.send('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  async function newClient(name = `Client ${randomBytes(4).toString('hex')}`): Promise<string> {
    const { status, body } = await register({ client_name: name, redirect_uris: [REDIRECT] })
    assert.equal(status, 201, JSON.stringify(body))
    return body.client_id
  }

  const consent = ({ query }: Asked, person = of().alice) =>
    person.session.get(`/oauth/authorize?${new URLSearchParams(query)}`)

  /** Presses a button of the page of consent; returns the response and where the browser is sent. */
  async function decide({ query }: Asked, scopes: string[], decision = 'approve', person = of().alice) {
    const fields = new URLSearchParams({ ...query, decision })
    for (const scope of scopes) fields.append('scopes', scope)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await person.session.send('POST', '/oauth/authorize', { raw: fields.toString(), headers })
    const sentTo = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(response.body)?.[1]?.replaceAll('&amp;', '&')
    return { response, sentTo: sentTo === undefined ? undefined : new URL(sentTo) }
  }

  const exchange = ({ client_id, verifier }: Asked, code: string, more: Record<string, string> = {}) =>
    form('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      ...more,
    })

  async function codeFor(asked: Asked, scopes = ['posts:read', 'posts:write', 'uploads']): Promise<string> {
    const { sentTo, response } = await decide(asked, scopes)
    return sentTo?.searchParams.get('code') ?? assert.fail(response.body)
  }

  async function granted(client_id: string) {
    const asked = ask(client_id)
    const { status, body } = await exchange(asked, await codeFor(asked))
    assert.equal(status, 200, JSON.stringify(body))
    return body as { access_token: string; refresh_token: string; scope: string }
  }

  const me = async (token: string) => (await new Client(of().server.url, { token }).get('/api/v1/me')).status
  const refresh = (client_id: string, refresh_token: string) =>
    form('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token })

  return { register, form, newClient, consent, decide, exchange, codeFor, granted, me, refresh }
}
