import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { SearchIndexer } from '../../../src/reading/search/indexing/indexer.ts'
import {
  continueIndex,
  indexSearch,
  isIndexComplete,
  restartIndex,
} from '../../../src/reading/search/indexing/reindex.ts'
import { startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { search, titles } from '../../support/posts/search.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let author: Person
before(async () => {
  server = await startTestServer({ indexer: true, env: { RATE_LIMIT_SEARCHES: '500' } })
  author = await server.person()
})
after(() => server.close())

const isEmpty = async () => {
  const { rows } = await sql`select from search_queue limit 1`.execute(server.context.db)
  return rows.length === 0
}

describe('the indexer', () => {
  it('indexes a published post without being asked', async () => {
    await publish(author.bearer, { title: 'Indexed', content: 'backgroundword' })
    await eventually(async () => assert.deepEqual(titles(await search(server, 'backgroundword')), ['Indexed']))
  })

  it('indexes posts that were queued while it was not running', async () => {
    const { id } = await publish(author.bearer, { title: 'Queued', content: 'queuedword' })
    await eventually(async () => assert.ok(await isEmpty()))
    await sql`delete from search_documents where post_id = ${id}`.execute(server.context.db)
    await sql`insert into search_queue (post_id) values (${id}), (${id}), (gen_random_uuid())`.execute(
      server.context.db,
    )
    await eventually(async () => assert.deepEqual(titles(await search(server, 'queuedword')), ['Queued']))
  })
})

it('an indexer that fails again and again logs it once, and its recovery once', async () => {
  const proxy = await startDatabaseProxy(await createTestDatabase())
  const cutOff = await startTestServer({ database: proxy.database })
  const lines: string[] = []
  const log = pino({}, { write: line => void lines.push(JSON.parse(line).msg) })
  const indexer = new SearchIndexer({ ...cutOff.context, log })
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(cutOff.context.db)
  await rename('search_queue', 'missing_queue')
  try {
    indexer.start()
    const attempts = () => proxy.statements.filter(statement => statement.includes('search_queue')).length
    await eventually(() => assert.ok(attempts() >= 4))
    assert.deepEqual(lines, ['indexing changed posts for the search failed: relation "search_queue" does not exist'])
    await rename('missing_queue', 'search_queue')
    await eventually(() => assert.equal(lines.length, 2))
    assert.equal(lines[1], 'indexing changed posts for the search works again')
  } finally {
    await indexer.stop()
    await cutOff.close()
    await proxy.database.drop()
  }
})

describe('indexing all posts', () => {
  it('continues where an interrupted run has ended, and removes what belongs to no post', async () => {
    const { db } = server.context
    for (let i = 0; i < 55; i++) await publish(author.bearer, { title: `Post ${i}`, content: 'reindexedword' })
    await eventually(async () => assert.ok(await isEmpty()))
    await sql`delete from search_documents`.execute(db)
    await sql`
      insert into search_documents values (gen_random_uuid(), 'free', '', false, array[1])`.execute(db)
    await restartIndex(server.context)
    assert.equal(await isIndexComplete(server.context), false)

    const reports: number[] = []
    const report = ({ indexed }: { indexed: number }) => void reports.push(indexed)
    assert.equal(await continueIndex(server.context, { untilMs: 0, report }), false)
    assert.deepEqual(reports, [50])
    assert.equal(await indexSearch(server.context), true)
    assert.equal(await indexSearch(server.context), false)
    assert.equal((await search(server, 'reindexedword')).total, 55)
    const { rows } = await sql`select from search_documents where terms = array[1]`.execute(db)
    assert.equal(rows.length, 0)
  })
})

describe('RATE_LIMIT_SEARCHES', () => {
  it('limits the searches of a client', async () => {
    const { searches } = server.context.limits
    for (let i = 0; i < 500; i++) await searches.count(`user:${author.account.id}`)
    const response = await author.bearer.get(`${PUBLIC}/search?q=word`)
    assert.equal(response.status, 429)
  })
})
