import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { createLogger } from '../../src/core/logger.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const databases: TestDatabase[] = []
const clients: pg.Client[] = []
after(async () => {
  for (const client of clients) await client.end()
  for (const database of databases) await database.drop()
})

async function newDatabase(template?: string): Promise<{ database: TestDatabase; client: pg.Client }> {
  const database = await createTestDatabase(template)
  databases.push(database)
  const client = new pg.Client(database.connection)
  await client.connect()
  clients.push(client)
  return { database, client }
}

const runMigrations = async ({ connection }: TestDatabase) => migrate(connection, await createLogger('silent'))

/** Every function and trigger as PostgreSQL prints it, and the recorded files. */
async function definitions(client: pg.Client): Promise<unknown> {
  const { rows: functions } = await client.query(
    "select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  )
  const { rows: triggers } = await client.query(
    'select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal order by 1',
  )
  const { rows: files } = await client.query('select * from sql_files order by name')
  return { functions, triggers, files }
}

describe('the functions and triggers of the database', () => {
  it('are the same after an upgrade as in a new installation', async () => {
    const fresh = await newDatabase()
    const upgraded = await newDatabase()
    // The state left by the release whose migrations created them.
    const { rows } = await upgraded.client.query('select unnest(functions) as signature from sql_files')
    for (const { signature } of rows) await upgraded.client.query(`drop function ${signature} cascade`)
    await upgraded.client.query(`
      drop table sql_files;
      delete from kysely_migration where name >= '0010';
      alter table api_tokens drop column scopes;
      drop table device_codes, uploads, image_uses, upload_index, media_addresses;
      alter table posts drop column free_length, drop column deleted_at, drop column content_sha256, drop column canonical_url;
      alter table posts drop column series_id, drop column series_position;
      drop table series;
      drop index posts_scheduled;
      drop index posts_slug;
      alter table posts add constraint posts_slug_key unique (slug);
      drop index events_author;
      drop index events_post;
      alter table events drop column position;
      create index events_post on events (post_id, id);
      drop table event_listeners;
      alter table events add unique (event_id);
      alter table post_groups drop column id, add primary key (author_id, status, post_type, visibility, is_paid, salon_key);
      drop index post_groups_author;
      drop table listing_counts;
      create table listing_counts (scope text not null, part smallint not null, count integer not null, primary key (scope, part));
      alter table listings add foreign key (post_id) references posts on delete cascade`)
    const former = await readFile(join(import.meta.dirname, '../support/database/functions-of-migrations.sql'), 'utf8')
    await upgraded.client.query(former)
    const applied = [
      '0010-free-length',
      '0011-sql-files',
      '0012-unshared-counts',
      '0013-trash',
      '0014-unshared-groups',
      '0015-post-digests',
      '0016-event-order-and-slugs',
      '0017-token-scopes',
      '0018-uploads',
      '0019-fewer-indexes',
      '0029-series',
    ]
    assert.deepEqual(await runMigrations(upgraded.database), applied)
    assert.deepEqual(await definitions(upgraded.client), await definitions(fresh.client))
  })

  it('are not applied again while their files are unchanged', async () => {
    const { database, client } = await newDatabase()
    const oids = async () =>
      (await client.query("select oid, xmin from pg_proc where pronamespace = 'public'::regnamespace order by 1")).rows
    const before = await oids()
    assert.ok(before.length > 10)
    await runMigrations(database)
    assert.deepEqual(await oids(), before)
  })

  it('follow their files: a changed one is applied, a removed one is dropped', async () => {
    const { database, client } = await newDatabase()
    const before = await definitions(client)
    await client.query(`
      create function former() returns integer language sql as 'select 1';
      insert into sql_files values ('former.sql', 'x', '{former()}');
      create or replace function post_popularity(post posts) returns integer language sql immutable as 'select 0';
      update sql_files set sha256 = 'y' where name = 'engagement.sql'`)
    await runMigrations(database)
    assert.deepEqual(await definitions(client), before)
  })
})
