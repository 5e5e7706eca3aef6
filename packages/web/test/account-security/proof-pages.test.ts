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

describe('without scripts, long after the log-in', () => {
  it('the page that approves a program asks for the password, and then approves', async () => {
    const { session, password } = await personOfOldSession()
    const { body: device } = await server.anyone.post('/api/v1/device', { client_name: 'gly' })
    const approve = (more: Record<string, string>) =>
      sendForm(session, '/device', { user_code: device.user_code, decision: 'approve', ...more })
    const asked = await approve({})
    assert.equal(asked.status, 403)
    assert.match(asked.body, /name="password" type="password"/)
    const wrong = await approve({ password: 'a guess' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /This is not your password/)
    const approved = await approve({ password })
    assert.equal(approved.headers.get('location'), '/device?done=approved')
  })

  it('the page of consent asks for the password, and keeps what was chosen', async () => {
    const { session, password } = await personOfOldSession()
    const registration = { client_name: 'An assistant', redirect_uris: [REDIRECT] }
    const { body: client } = await server.anyone.post('/oauth/register', registration)
    const fields = {
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scopes: 'events',
      decision: 'approve',
    }
    const asked = await sendForm(session, '/oauth/authorize', fields)
    assert.equal(asked.status, 403)
    assert.match(asked.body, /name="password" type="password"/)
    const checked = [...asked.body.matchAll(/<input[^>]*value="([^"]*)"[^>]*checked/g)].map(([, scope]) => scope)
    assert.deepEqual(checked, ['events'])
    const approved = await sendForm(session, '/oauth/authorize', { ...fields, password })
    assert.equal(approved.status, 200)
    assert.match(approved.body, /callback\?code=/)
  })

  it('the password is never part of an address, also if the session has ended meanwhile', async () => {
    const asked = {
      client_id: '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e',
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 'a state',
    }
    const entered = { scopes: 'events', decision: 'approve', password: 'galley is my secret' }
    const { headers } = await sendForm(server.anyone, '/oauth/authorize', { ...asked, ...entered })
    const { pathname, searchParams } = new URL(headers.get('location') ?? '', server.url)
    assert.equal(pathname, '/login')
    const next = new URL(searchParams.get('next') ?? '', server.url)
    assert.deepEqual([next.pathname, Object.fromEntries(next.searchParams)], ['/oauth/authorize', asked])
    const device = await sendForm(server.anyone, '/device', { user_code: 'BCDF-GHJK', ...entered })
    assert.equal(device.headers.get('location'), '/login?next=%2Fdevice%3Fuser_code%3DBCDF-GHJK')
  })

  it('a program can be refused without the password', async () => {
    const { session } = await personOfOldSession()
    const { body: device } = await server.anyone.post('/api/v1/device', { client_name: 'gly' })
    const refused = await sendForm(session, '/device', { user_code: device.user_code, decision: 'refuse' })
    assert.equal(refused.headers.get('location'), '/device?done=refused')
  })
})
