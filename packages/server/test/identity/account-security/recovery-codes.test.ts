import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { resetLink } from '../../../src/identity/accounts/mails/account-mails.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { assertError, Client } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const NEW_PASSWORD = 'another horse battery'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

async function makeCodes({ session }: Person): Promise<string[]> {
  const { status, body } = await session.post('/api/v1/recovery-codes')
  assert.equal(status, 200)
  return body.codes
}
const recover = (login: string, code: string, password = NEW_PASSWORD) =>
  server.anyone.post('/api/v1/password-reset/recovery-code', { login, code, password })
const remaining = async ({ session }: Person) => (await session.get('/api/v1/recovery-codes')).body.remaining

describe('recovery codes', () => {
  it('are ten, shown once, and stored as hashes only', async () => {
    const person = await server.person()
    assert.deepEqual((await person.session.get('/api/v1/recovery-codes')).body, { remaining: 0, created_at: null })
    const codes = await makeCodes(person)
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^([2-9a-z]{4}-){3}[2-9a-z]{4}$/)
    assert.deepEqual(Object.keys((await person.session.get('/api/v1/recovery-codes')).body), [
      'remaining',
      'created_at',
    ])
    assert.equal(await remaining(person), 10)
    const { rows } = await sql<{ text: string }>`
      select recovery_codes::text as text from recovery_codes where user_id = ${person.account.id}`.execute(
      server.context.db,
    )
    for (const { text } of rows) assert.ok(!codes.some(code => text.includes(code)))
  })

  it('set a new password by username or address, end all sessions, and work once', async () => {
    const person = await server.person()
    const { username, email } = person.account
    const [first = '', second = ''] = await makeCodes(person)
    assert.deepEqual((await recover(username, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).body, { ok: true })
    assertError(await person.session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assert.equal((await person.bearer.get('/api/v1/me')).status, 200)
    const client = new Client(server.url)
    assert.equal((await client.post('/api/v1/session', { login: username, password: NEW_PASSWORD })).status, 200)
    assert.equal((await client.get('/api/v1/recovery-codes')).body.remaining, 9)
    assertError(await recover(username, first), 400, 'VALIDATION_ERROR', { code: 'INVALID_VALUE' })
    assert.equal((await recover(email, second)).status, 200)
  })

  it('set one password if they are sent several times at once', async () => {
    const person = await server.person()
    const [code = ''] = await makeCodes(person)
    const statuses: number[] = []
    await inParallel(['a', 'b', 'c'], async letter => {
      statuses.push((await recover(person.account.username, code, letter.repeat(10))).status)
    })
    assert.deepEqual(statuses.sort(), [200, 400, 400])
  })

  it('are rejected in the same words for an unknown login and for the code of another account', async () => {
    const person = await server.person()
    const other = await server.person()
    const [code = ''] = await makeCodes(other)
    const message = async (login: string) => {
      const response = await recover(login, code)
      assertError(response, 400, 'VALIDATION_ERROR', { code: 'INVALID_VALUE' })
      return response.body.error.fields
    }
    assert.deepEqual(await message(person.account.username), await message('nobody_has_this'))
    assert.equal(await remaining(other), 10)
  })

  it('are void after a password was set with a link: somebody who knew the old one may have made them', async () => {
    const person = await server.person()
    const { context } = server
    const [code = ''] = await makeCodes(person)
    const url = await transact(context, trx => resetLink(context, trx, person.account.id, null))
    const reset = { token: new URL(url).searchParams.get('token'), password: 'set by the owner' }
    assert.equal((await server.anyone.post('/api/v1/password-reset/confirm', reset)).status, 200)
    assertError(await recover(person.account.username, code), 400, 'VALIDATION_ERROR', { code: 'INVALID_VALUE' })
    await person.session.logIn(person.account.username, reset.password)
    assert.equal(await remaining(person), 0)
  })

  it('are void after new ones were made', async () => {
    const person = await server.person()
    const [code = ''] = await makeCodes(person)
    await makeCodes(person)
    assertError(await recover(person.account.username, code), 400, 'VALIDATION_ERROR')
    assert.equal(await remaining(person), 10)
  })
})
