import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../src/platform/core/ids.ts'
import { addMember } from '../../../src/writing/salons/change-members.ts'
import { insertSalon } from '../../../src/writing/salons/salon-store.ts'
import { assertError } from '../../support/client.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const SALONS = '/api/v1/salons'

describe('GET /api/v1/salons', () => {
  it('lists the caller’s salons by name, with the role in each', async () => {
    const { db } = server.context
    const alice = await server.person()
    const bob = await server.person()
    const ids: Record<string, string> = {}
    for (const [name, role] of [
      ['Writers', 'member'],
      ['Readers', 'owner'],
      ['Editors', 'admin'],
    ] as const) {
      const { id } = await insertSalon(db, { id: newId(), name })
      ids[name] = id
      await addMember(db, id, bob.account.id, 'owner')
      await addMember(db, id, alice.account.id, role)
    }
    const { status, body } = await alice.bearer.get(SALONS)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      salons: [
        { id: ids['Editors'], name: 'Editors', role: 'admin' },
        { id: ids['Readers'], name: 'Readers', role: 'owner' },
        { id: ids['Writers'], name: 'Writers', role: 'member' },
      ],
    })
    assert.deepEqual((await (await server.person()).session.get(SALONS)).body, { salons: [] })
  })

  it('is 401 without a credential and 403 for a token without the plan', async () => {
    const { bearer } = await server.person({ plan: 'free' })
    assertError(await server.anyone.get(SALONS), 401, 'UNAUTHORIZED')
    assertError(await bearer.get(SALONS), 403, 'PLAN_REQUIRED')
  })
})
