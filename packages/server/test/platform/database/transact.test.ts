import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { transact } from '../../../src/platform/db/transact.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

it('of two transactions that wait for each other, the one that PostgreSQL ends is repeated', async () => {
  const [one, other] = [(await server.person()).account.id, (await server.person()).account.id]
  const bothHoldOne = Promise.withResolvers<void>()
  let attempts = 0
  const changeBoth = (ids: readonly [string, string]) =>
    transact(server.context, async trx => {
      const change = (id: string) => trx.updateTable('users').set({ bio: ids[0] }).where('id', '=', id).execute()
      const attempt = ++attempts
      await change(ids[0])
      if (attempt === 2) bothHoldOne.resolve()
      if (attempt <= 2) await bothHoldOne.promise
      await change(ids[1])
    })
  await Promise.all([changeBoth([one, other]), changeBoth([other, one])])
  // On a busy machine the two may wait for each other once more.
  assert.ok(attempts >= 3, `${attempts} attempts`)
})
