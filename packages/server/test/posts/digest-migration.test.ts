import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { createLogger } from '../../src/core/logger.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let client: pg.Client
before(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

it('an upgrade with posts leaves their digests to a job; later writes have them at once', async () => {
  const insert = (slug: string) =>
    client.query(
      `insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only)
       select gen_random_uuid(), id, $1, 'T', $1, '', 'draft', 'article', 'public', '{}', false, false from users`,
      [slug],
    )
  await client.query(`
    insert into users (id, username, email, password_hash, display_name)
    values (gen_random_uuid(), 'ann', 'ann@example.com', 'x', 'Ann');
    drop function digest_content cascade;
    delete from sql_files where name = 'content-digest.sql';
    delete from kysely_migration where name >= '0015';
    alter table posts drop column content_sha256, drop column canonical_url`)
  await insert('before')
  assert.ok((await migrate(database.connection, await createLogger('silent'))).includes('0015-post-digests'))
  await insert('after')
  const { rows: jobs } = await client.query('select task_identifier from graphile_worker.jobs')
  assert.deepEqual(jobs, [{ task_identifier: 'fill-content-digests' }])
  const { rows: posts } = await client.query(
    `select slug, content_sha256 = sha256(convert_to(content, 'UTF8')) as "isRight" from posts order by slug`,
  )
  assert.deepEqual(posts, [
    { slug: 'after', isRight: true },
    { slug: 'before', isRight: null },
  ])
})
