import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RANKING_TYPES } from '@galley/contract/posts/public'
import { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { PUBLIC, publish } from '../support/posts/public.ts'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let alice: Person
const nodes: NodeProcess[] = []
let running: Awaited<ReturnType<typeof start>> | undefined
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(async () => {
  for (const node of nodes) await node.end('SIGKILL')
  await server.close()
})

async function start(): Promise<{ node: NodeProcess; look: (id: string, reader: number) => Promise<void> }> {
  const node = await startNodeProcess(server.database)
  nodes.push(node)
  const anyone = new Client(node.url)
  const look = async (id: string, reader: number) => {
    const headers = { 'user-agent': `reader ${reader}` }
    assert.equal((await anyone.get(`${PUBLIC}/posts/${id}`, { headers })).status, 200)
  }
  return { node, look }
}

async function views(id: string): Promise<number> {
  const { db } = server.context
  const row = await db.selectFrom('posts').select('view_count').where('id', '=', id).executeTakeFirstOrThrow()
  return row.view_count
}

describe('a server process', () => {
  it('makes missing rankings when it starts', async () => {
    running = await start()
    const { node } = running
    for (const type of RANKING_TYPES) {
      await eventually(async () => {
        const { status, body } = await new Client(node.url).get(`${PUBLIC}/ranking?type=${type}`)
        assert.equal(status, 200)
        assert.equal(body.type, type)
      }, 10_000)
    }
  })

  it('that is stopped loses no view', async () => {
    const { id } = await publish(alice.bearer)
    const { node, look } = running ?? (await start())
    for (let reader = 0; reader < 30; reader++) await look(id, reader)
    await node.end('SIGTERM')
    assert.equal(await views(id), 30)
  })

  it('that is killed loses at most the views of its last 5 seconds, and counts none twice', async () => {
    const { id } = await publish(alice.bearer)
    const { node, look } = await start()
    for (let reader = 0; reader < 10; reader++) await look(id, reader)
    await eventually(async () => assert.equal(await views(id), 10), 5000)
    await node.end('SIGKILL')
    assert.equal(await views(id), 10)
  })
})
