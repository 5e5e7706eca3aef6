import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { MIGRATIONS } from '../../../../src/platform/db/migrate.ts'
import { openPool } from '../../../support/database/open-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
let db: Kysely<unknown>
before(async () => {
  database = await createTestDatabase()
  db = new Kysely({ dialect: new PostgresDialect({ pool: openPool(database.connection, 1) }) })
})
after(async () => {
  await db.destroy()
  await database.drop()
})

it('an upgrade with posts leaves their digests to a job; later writes have them at once', async () => {
  const insert = (slug: string) => sql`
    insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only)
    select gen_random_uuid(), id, ${slug}, 'T', ${slug}, '', 'draft', 'article', 'public', '{}', false, false from users`
  await sql`
    insert into users (id, username, email, password_hash, display_name)
    values (gen_random_uuid(), 'ann', 'ann@example.com', 'x', 'Ann')`.execute(db)
  await sql`alter table posts disable trigger user, drop column content_sha256, drop column canonical_url cascade`.execute(
    db,
  )
  await insert('before').execute(db)
  await MIGRATIONS['0015-post-digests']!.up(db)
  await sql`alter table posts enable trigger user`.execute(db)
  await insert('after').execute(db)
  const { rows: jobs } = await sql`select task_identifier from graphile_worker.jobs`.execute(db)
  assert.deepEqual(jobs, [{ task_identifier: 'fill-content-digests' }])
  const { rows: posts } = await sql`
    select slug, content_sha256 = sha256(convert_to(content, 'UTF8')) as "isRight" from posts order by slug`.execute(db)
  assert.deepEqual(posts, [
    { slug: 'after', isRight: true },
    { slug: 'before', isRight: null },
  ])
})
