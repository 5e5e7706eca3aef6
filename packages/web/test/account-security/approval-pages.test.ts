import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ageSessions } from '../../../server/test/support/accounts/age-sessions.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { startWebServer } from '../support/web-server.ts'

const REDIRECT = 'http://127.0.0.1:4000/callback'

let server: TestServer
before(async () => {
  server = await startWebServer()
})
after(() => server?.close())

/** A person who logged in long ago. */
async function personOfOldSession(): Promise<Person> {
  const person = await server.person()
  await ageSessions(server, person)
  return person
}

describe('long after the log-in', () => {
  it('the page that approves a program asks for nothing else', async () => {
    const { session } = await personOfOldSession()
    const { body: device } = await server.anyone.post('/api/v1/device', { client_name: 'gly' })
    const approved = await sendForm(session, '/device', { user_code: device.user_code, decision: 'approve' })
    assert.equal(approved.headers.get('location'), '/device?done=approved')
  })

  it('nor does the page of consent', async () => {
    const { session } = await personOfOldSession()
    const registration = { client_name: 'An assistant', redirect_uris: [REDIRECT] }
    const { body: client } = await server.anyone.post('/oauth/register', registration)
    const approved = await sendForm(session, '/oauth/authorize', {
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scopes: 'events',
      decision: 'approve',
    })
    assert.equal(approved.status, 200)
    assert.match(approved.body, /callback\?code=/)
  })
})
