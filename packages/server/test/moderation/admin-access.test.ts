import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { updateAccount } from '../../src/identity/accounts/account-store.ts'
import { newId } from '../../src/platform/core/ids.ts'
import { transact } from '../../src/platform/db/transact.ts'
import { assertError } from '../support/client.ts'
import { publish } from '../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let admin: Person
let user: Person
before(async () => {
  server = await startTestServer()
  admin = await server.person({ role: 'admin' })
  user = await server.person()
})
after(() => server.close())

const operations = Object.values<Endpoint>(endpoints).filter(({ role }) => role === 'admin')
const paths = [...new Set(operations.map(({ path }) => path))]
const VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What a response says, without the id of the request. */
function told(response: { status: number; body: { error?: Record<string, unknown> } }) {
  const { request_id, ...error } = response.body?.error ?? {}
  return { status: response.status, error }
}

describe('the admin area', () => {
  it('rejects a user every operation, with the same response whether the resource exists or not', async () => {
    assert.ok(operations.length >= 10)
    const existing = (await publish(user.session)).id
    for (const { method, path } of operations) {
      for (const body of [{ reason: 'x', outcome: 'dismissed' }, { nonsense: 1 }]) {
        const sent = method === 'GET' ? {} : { body }
        const responses = []
        for (const id of [existing, admin.account.id, newId(), 'nothing']) {
          responses.push(told(await user.session.send(method, path.replace(':id', id), sent)))
        }
        const rejected = { code: 'FORBIDDEN', message: 'This needs the role admin.', fields: [] }
        for (const response of responses)
          assert.deepEqual(response, { status: 403, error: rejected }, `${method} ${path}`)
      }
    }
  })

  it('rejects every other method, tokens of admins, and requests without a session', async () => {
    for (const path of paths.map(path => path.replace(':id', admin.account.id))) {
      for (const method of VERBS) {
        const isOperation = operations.some(
          operation => operation.method === method && operation.path.replace(':id', admin.account.id) === path,
        )
        const isGet =
          method === 'HEAD' && operations.some(({ method, path: known }) => method === 'GET' && known === path)
        const { status } = await user.session.send(method, path)
        assert.ok([403, 404, 405].includes(status), `${method} ${path}: ${status}`)
        if (isOperation) {
          assertError(await server.anyone.send(method, path), 401, 'UNAUTHORIZED')
          assertError(await admin.bearer.send(method, path), 403, 'SESSION_REQUIRED')
        } else if (!isGet) assert.notEqual((await admin.session.send(method, path)).status, 200)
      }
    }
  })

  it('rejects an admin at once who has lost the role, and changes from other sites', async () => {
    const former = await server.person({ role: 'admin' })
    const audit = '/api/v1/admin/audit'
    assert.equal((await former.session.get(audit)).status, 200)
    // A malformed id is like an unknown one.
    assert.equal((await former.session.get(`${audit}?target_id=x`)).body.total, 0)
    assert.equal((await former.session.get('/api/v1/me')).body.role, 'admin')
    await transact(server.context, (trx, notify) => {
      notify({ about: 'account', userId: former.account.id })
      return updateAccount(trx, former.account.id, { role: 'user' })
    })
    assertError(await former.session.get(audit), 403, 'FORBIDDEN')
    // The account record names the role of admins only.
    assert.equal('role' in (await former.session.get('/api/v1/me')).body, false)

    const { id } = await publish(user.session)
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const hide = `/api/v1/admin/posts/${id}/hide`
    assertError(await admin.session.post(hide, { reason: 'x' }, { headers }), 403, 'CROSS_SITE')
  })
})
