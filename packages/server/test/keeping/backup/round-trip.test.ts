import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { takeDueDigests } from '../../../src/delivery/notifications/mails/digest-store.ts'
import { FolderLocation } from '../../../src/keeping/backup/location/folder-location.ts'
import { indexUploads } from '../../../src/writing/uploads/index-uploads.ts'
import { backUp, contentOf, restore, startTarget, temporaryFolder } from '../../support/backup.ts'
import { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost, later } from '../../support/posts/posts.ts'
import { upload } from '../../support/posts/upload.ts'
import { TEST_SECRET_KEY, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const NAME = 'one.tar.zst'
/** The rows of a table that take several parts. */
const LONG = 'A line with a tab\tand a backslash \\N.\n'.repeat(15_000)

let folder: string
let location: FolderLocation
let server: TestServer
let alice: Person
let target: Awaited<ReturnType<typeof startTarget>>
let database: TestDatabase
let imageUrl: string
let scheduled: string
let content: Record<string, string>
before(async () => {
  folder = await temporaryFolder()
  location = new FolderLocation(folder)
  target = await startTarget()
  database = await target.createDatabase()
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus', username: 'alice' })
  await indexUploads(server.context)
  imageUrl = (await upload(alice.bearer, await plain('png'))).body.url
  for (const status of ['draft', 'published', 'published']) {
    await createPost(alice.bearer, { title: '題名', content: `${LONG}![](${imageUrl})`, tags: ['tag'], status })
  }
  scheduled = (await createPost(alice.bearer, { status: 'scheduled', scheduled_for: later() })).id
  await alice.bearer.post('/api/v1/webhooks', { url: 'https://hook.example/', event_types: ['post.published'] })
  await sql`update users set email_verified_at = now() where username = 'alice'`.execute(server.context.db)
  await sql`
    insert into notifications (id, user_id, kind, detail, created_at)
    values (gen_random_uuid(), ${alice.account.id}, 'token', 'a token', now() - interval '5 minutes')`.execute(
    server.context.db,
  )
  await sql`update mail_start set since = now() - interval '1 day'`.execute(server.context.db)
  // Pages of posts and the last use of a token are written after the response.
  content = await eventually(async () => {
    await location.delete(NAME)
    const before = await contentOf(server.database)
    await backUp(server, location, NAME)
    assert.deepEqual(await contentOf(server.database), before)
    return before
  })
})
after(async () => {
  await server.close()
  await target.stop()
  await rm(folder, { recursive: true })
})

async function indexesOf({ connection }: TestDatabase): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where schemaname = 'public' order by indexdef",
  )
  await client.end()
  return rows.map(row => row.indexdef)
}

describe('a backup that is restored into an empty database', () => {
  let restored: TestServer
  before(async () => {
    const result = await restore(location, NAME, database, { dataDir: folder, key: TEST_SECRET_KEY })
    assert.equal(result.manifest.images.count, 1)
    assert.deepEqual(await contentOf(database), content)
    assert.deepEqual(await indexesOf(database), await indexesOf(server.database))
    restored = await startTestServer({ database, env: { DATA_DIR: folder } })
  })
  after(() => restored.close())

  it('responds as before, also to tokens and sessions', async () => {
    for (const path of ['/api/v1/posts', '/api/v1/uploads', '/api/v1/webhooks', '/api/v1/me', '/api/v1/events']) {
      // Events are listed when all earlier transactions of the cluster have ended, also those of other tests.
      await eventually(async () => {
        const [before, now] = [alice.bearer, clientOf(restored)].map(client => client.get(path))
        const [one, other] = [await before!, await now!]
        assert.equal(one.status, 200)
        // The cursor is a place in the stream, and the stream goes on.
        assert.deepEqual({ ...other.body, next: undefined }, { ...one.body, next: undefined }, path)
      }, 30_000)
    }
  })

  it('serves its images', async () => {
    const { pathname } = new URL(imageUrl)
    const read = async ({ url }: TestServer) => {
      const response = await fetch(`${url}${pathname}`)
      return [response.status, response.headers.get('last-modified'), Buffer.from(await response.arrayBuffer())]
    }
    assert.deepEqual(await read(restored), await read(server))
  })

  it('counts each post once, and counts new ones', async () => {
    const list = async () => (await restored.anyone.get('/api/v1/public/posts?tag=tag')).body.total
    assert.equal(await list(), 2)
    await createPost(clientOf(restored), { tags: ['tag'], status: 'published' })
    assert.equal(await list(), 3)
  })

  it('does not mail what happened before the restore', async () => {
    const dueIn = ({ context: { db } }: TestServer) =>
      db.transaction().execute(trx => takeDueDigests(trx, 'alerts', { pauseMs: 0, mostPerHour: 10 }))
    assert.deepEqual(await dueIn(restored), [])
    const [due] = await dueIn(server)
    assert.equal(due?.userId, alice.account.id)
  })

  it('publishes scheduled posts at their time', async () => {
    const { rows } = await sql<{
      key: string
    }>`select key from graphile_worker.jobs where key like 'publish-post:%'`.execute(restored.context.db)
    assert.deepEqual(rows, [{ key: `publish-post:${scheduled}` }])
  })

  it('continues the stream of events where a reader has stopped', async () => {
    const { next } = (await alice.bearer.get('/api/v1/events')).body
    const client = clientOf(restored)
    const { id } = await createPost(client, { status: 'published' })
    await eventually(async () => {
      const { events } = (await client.get(`/api/v1/events?after=${next}`)).body
      const of = events.filter((event: { data: { post: { id: string } } }) => event.data.post.id === id)
      assert.ok(of.length > 0)
      // What was read before is not sent again; the test above has created one more post.
      assert.ok(events.length < 10, String(events.length))
    }, 30_000)
  })

  const clientOf = (one: TestServer) => new Client(one.url, { token: alice.token })
})

it('a backup has the images of an earlier release, before all of them are recorded', async () => {
  const upgraded = await startTestServer()
  try {
    const { bearer } = await upgraded.person({ plan: 'pro_plus' })
    await upload(bearer, await plain('png'))
    await sql`delete from uploads`.execute(upgraded.context.db)
    await upload(bearer, await plain('jpeg'))
    const { manifest } = await backUp(upgraded, location, 'upgraded.tar.zst')
    assert.deepEqual([manifest.images.count, manifest.images.missing_count], [2, 0])
  } finally {
    await upgraded.close()
  }
})
