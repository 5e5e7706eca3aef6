import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { arrivedAt, registerWebhook } from '../../support/webhooks.ts'

let proxy: DatabaseProxy
let receiver: Receiver
let server: TestServer
before(async () => {
  proxy = await startDatabaseProxy(await createTestDatabase())
  receiver = await startReceiver()
  server = await startTestServer({ env: RECEIVER_ENV, database: proxy.database, dispatcher: true })
})
after(async () => {
  await server.close()
  await receiver.close()
  await proxy.database.drop()
})

const statementsWith = (words: string) => proxy.statements.filter(statement => statement.includes(words)).length

/** Until the dispatcher has searched for due deliveries a few more times. */
async function sweeps(count: number): Promise<void> {
  const enough = statementsWith('with recursive hooks') + count
  await eventually(() => assert.ok(statementsWith('with recursive hooks') >= enough), 15_000)
}

describe('a delivery', () => {
  it('is not sent twice if its result cannot be written', async () => {
    const { bearer } = await server.person()
    await registerWebhook(bearer, `${receiver.url}/unwritten`)
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      server.context.db,
    )
    await sql`create trigger refuse before update on deliveries for each row execute function refuse()`.execute(
      server.context.db,
    )
    for (let i = 0; i < 40; i++) await createPost(bearer)
    await eventually(() => assert.ok(arrivedAt(receiver, '/unwritten').length >= 16))
    await sweeps(3)
    const ids = arrivedAt(receiver, '/unwritten').map(({ headers }) => headers['x-service-delivery'])
    assert.equal(new Set(ids).size, ids.length, 'none twice')
    assert.equal(ids.length, 16, 'no more than are sent at a time')
    await sql`drop trigger refuse on deliveries`.execute(server.context.db)
  })

  it('that cannot be sent does not delay others', async () => {
    const broken = await server.person()
    const { id } = await registerWebhook(broken.bearer, `${receiver.url}/broken`)
    await sql`update webhooks set secret = 'not a sealed secret' where id = ${id}`.execute(server.context.db)
    for (let i = 0; i < 40; i++) await createPost(broken.bearer)
    const { bearer } = await server.person()
    await registerWebhook(bearer, `${receiver.url}/sound`)
    await createPost(bearer)
    await eventually(() => assert.equal(arrivedAt(receiver, '/sound').length, 1))
    const claims = statementsWith('claim_deliveries')
    await sweeps(3)
    assert.ok(
      statementsWith('claim_deliveries') - claims < 10,
      `${statementsWith('claim_deliveries') - claims} claims in 3 s`,
    )
  })
})
