import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError, Client } from '../../support/client.ts'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { eventually } from '../../support/eventually.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const patchMe = (body: object, client = alice.session) => client.patch('/api/v1/me', body)

describe('a new password', () => {
  it('ends all other sessions at once, and is the one that logs in', async () => {
    const { session, bearer, account, password } = await server.person()
    const others = [new Client(server.url), new Client(server.url)]
    for (const other of others) {
      await other.logIn(account.username, password)
      assert.equal((await other.get('/api/v1/me')).status, 200)
    }
    const changed = await patchMe({ password: 'another passphrase', current_password: password }, session)
    assert.equal(changed.status, 200)
    for (const other of others) assertError(await other.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assert.equal((await session.get('/api/v1/me')).status, 200)
    assert.equal((await bearer.get('/api/v1/me')).status, 200)
    const login = account.username
    assertError(await server.anyone.post('/api/v1/session', { login, password }), 401, 'UNAUTHORIZED')
    await new Client(server.url).logIn(login, 'another passphrase')
  })

  it('ends a log-in with the old one that has just begun', async () => {
    const { account, password } = await server.person()
    const { db } = server.context
    const { loggingIn } = await db.transaction().execute(async trx => {
      await sql`update users set password_hash = 'of a new password' where id = ${account.id}`.execute(trx)
      let isDone = false
      const loggingIn = server.anyone.post('/api/v1/session', { login: account.username, password }).finally(() => {
        isDone = true
      })
      await eventually(async () => {
        const { rows } = await sql.raw(LOCK_WAITERS).execute(trx)
        assert.ok(isDone || rows.length > 0)
      })
      return { loggingIn }
    })
    assertError(await loggingIn, 401, 'UNAUTHORIZED')
    const { rows } = await sql`select from sessions where user_id = ${account.id}`.execute(db)
    assert.equal(rows.length, 1, 'only the session of the test')
  })

  it('ends all sessions when a Bearer token sets it', async () => {
    const { session, bearer, password } = await server.person()
    assert.equal((await patchMe({ password: 'another passphrase', current_password: password }, bearer)).status, 200)
    assertError(await session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })

  it('needs the current one: a missing or wrong one is 400, changes nothing and ends no session', async () => {
    const { session, account, password } = await server.person()
    const other = new Client(server.url)
    await other.logIn(account.username, password)
    const change = { password: 'another passphrase', display_name: 'Never' }
    assertError(await patchMe(change, session), 400, 'VALIDATION_ERROR', { current_password: 'REQUIRED' })
    assertError(await patchMe({ ...change, current_password: 'a guess' }, session), 400, 'VALIDATION_ERROR', {
      current_password: 'INVALID_VALUE',
    })
    assert.equal((await other.get('/api/v1/me')).body.display_name, account.username)
    await new Client(server.url).logIn(account.username, password)
  })
})
