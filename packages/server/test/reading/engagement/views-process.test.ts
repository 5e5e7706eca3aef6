import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RANKING_TYPES } from '@galley/contract/reading/public'
import { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { type NodeProcess, startNodeProcess } from '../../support/processes/node-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let node: NodeProcess
before(async () => {
  server = await startTestServer()
  node = await startNodeProcess(server.database)
})
after(async () => {
  await node?.end('SIGKILL')
  await server.close()
})

async function views(id: string): Promise<number> {
  const { db } = server.context
  const row = await db.selectFrom('posts').select('view_count').where('id', '=', id).executeTakeFirstOrThrow()
  return row.view_count
}

describe('a server process', () => {
  it('makes missing rankings when it starts', async () => {
    for (const type of RANKING_TYPES) {
      await eventually(async () => {
        const { status, body } = await new Client(node.url).get(`${PUBLIC}/ranking?type=${type}`)
        assert.equal(status, 200)
        assert.equal(body.type, type)
      }, 10_000)
    }
  })

  // `platform/cache/two-nodes.test.ts` stops one, which loses no view.
  it('that is killed loses at most the views of its last 5 seconds, and counts none twice', async () => {
    const alice = await server.person()
    const { id } = await publish(alice.bearer)
    for (let reader = 0; reader < 10; reader++) {
      const headers = { 'user-agent': `reader ${reader}` }
      assert.equal((await new Client(node.url).get(`${PUBLIC}/posts/${id}`, { headers })).status, 200)
    }
    await eventually(async () => assert.equal(await views(id), 10), 5000)
    await node.end('SIGKILL')
    assert.equal(await views(id), 10)
  })
})
