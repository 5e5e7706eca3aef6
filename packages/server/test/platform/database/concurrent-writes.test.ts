import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { newId } from '../../../src/platform/core/ids.ts'
import { addViews } from '../../../src/reading/engagement/engagement-store.ts'
import type { Answer } from '../../support/client.ts'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { changePost, createPost, POSTS } from '../../support/posts/posts.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { until } from '../../support/processes/galley-process.ts'
import { SeededRandom } from '../../support/seeded-random.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const LISTED = { status: 'published', category: 'technology', tags: ['one', 'two'] }
/** More than the number of parts into which counts could be split by connection. */
const CONNECTIONS = 40

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(server.database.connection)
  await client.connect()
  return client
}

/** Runs `work` while the transaction of `held` is open: it has done everything and waits in its commit. */
async function duringOpenTransaction<T>(
  table: string,
  held: () => Promise<Answer>,
  work: () => Promise<T>,
): Promise<T> {
  const blocker = await connect()
  await blocker.query(`
    create function wait_at_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return null; end $$;
    create constraint trigger wait_at_commit after insert on ${table} deferrable initially deferred
    for each row execute function wait_at_commit()`)
  await blocker.query('begin; select pg_advisory_xact_lock(1)')
  try {
    const first = held()
    await until('it waits in its commit', async () => (await blocker.query(LOCK_WAITERS)).rows.length === 1)
    // Only the first transaction waits; the others must not.
    const other = await connect()
    await other.query(
      `create or replace function wait_at_commit() returns trigger language plpgsql as 'begin return null; end'`,
    )
    await other.end()
    const result = await work()
    assert.equal((await blocker.query(LOCK_WAITERS)).rows.length, 1, 'the first is still open')
    await blocker.query('commit')
    assert.ok((await first).status < 300)
    return result
  } finally {
    await blocker.query('rollback')
    await blocker.query('drop function wait_at_commit cascade')
    await blocker.end()
  }
}

describe('concurrent writes do not block each other, when', () => {
  it('two authors publish, change and delete posts of the same category and tags', async () => {
    const [alice, bob] = [await server.person(), await server.person()]
    const existing = await createPost(bob.bearer, LISTED)
    await duringOpenTransaction(
      'posts',
      () => alice.bearer.post(POSTS, { title: 'Held', content: 'Text', ...LISTED }),
      async () => {
        const post = await createPost(bob.bearer, LISTED)
        await changePost(bob.bearer, post.id, { tags: ['two', 'three'] })
        await changePost(bob.bearer, existing.id, { status: 'archived' })
        assert.equal((await bob.bearer.delete(`${POSTS}/${post.id}`)).status, 200)
      },
    )
    await assertCountersEqualRows(server)
  })

  it('one author saves, changes and deletes drafts', async () => {
    const alice = await server.person()
    const existing = await createPost(alice.bearer)
    await duringOpenTransaction(
      'posts',
      () => alice.bearer.post(POSTS, { title: 'Held', content: 'Text' }),
      async () => {
        const post = await createPost(alice.bearer)
        await changePost(alice.bearer, post.id, { post_type: 'short' })
        assert.equal((await alice.bearer.delete(`${POSTS}/${existing.id}`)).status, 200)
      },
    )
    await assertCountersEqualRows(server)
    assert.equal((await alice.bearer.get(POSTS)).body.total, 2)
  })

  it('authors publish on any number of database connections', async () => {
    const authors = await Promise.all(Array.from({ length: CONNECTIONS }, () => server.person()))
    const clients = await Promise.all(authors.map(connect))
    try {
      for (const [i, client] of clients.entries()) {
        await client.query("begin; set local lock_timeout = '2s'")
        await client.query(
          `insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, category, tags, is_paid, salon_only, published_at)
          values ($1::uuid, $2, $1::uuid::text, 'A', 'B', 'B', 'published', 'article', 'public', 'technology', '{one,two}', false, false, now())`,
          [newId(), authors[i]!.account.id],
        )
      }
      for (const client of clients) await client.query('commit')
    } finally {
      for (const client of clients) await client.end()
    }
    await assertCountersEqualRows(server)
  })

  it('two readers like, comment on and follow different things', async () => {
    const [author, other, ann, ben] = await Promise.all(Array.from({ length: 4 }, () => server.person()))
    const [{ id: one }, { id: two }] = [await publish(author!.bearer, LISTED), await publish(other!.bearer, LISTED)]
    const acts = (reader: Person, postId: string, followed: Person): Record<string, () => Promise<Answer>> => ({
      likes: () => reader.session.put(`${READER}/posts/${postId}/like`),
      comments: () => reader.session.post(`${READER}/posts/${postId}/comments`, { content: 'Well' }),
      follows: () => reader.session.put(`${READER}/users/${followed.account.username}/follow`),
    })
    const second = acts(ben!, two, other!)
    for (const [table, act] of Object.entries(acts(ann!, one, author!))) {
      const { status, body } = await duringOpenTransaction(table, act, () => second[table]!())
      assert.ok(status < 300, `${table}: ${JSON.stringify(body)}`)
    }
  })

  it('views of different posts are written', async () => {
    const author = await server.person()
    const [{ id: one }, { id: two }] = [await publish(author.bearer, LISTED), await publish(author.bearer, LISTED)]
    const { db } = server.context
    const open = await db.startTransaction().execute()
    await addViews(open, new Map([[one, 1]]))
    await db.transaction().execute(trx => addViews(trx, new Map([[two, 1]])))
    await open.commit().execute()
    await assertCountersEqualRows(server)
  })
})

describe('the counts of lists', () => {
  const CATEGORIES = ['technology', 'business', null]
  const ROUNDS = 60

  /** An author with random changes, who is sometimes suspended by an operator. */
  async function live(person: Person, random: SeededRandom): Promise<void> {
    const ids: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const tags = ['a', 'b', 'c'].filter(() => random.chance(0.5))
      const category = random.pick(CATEGORIES)
      const id = ids.length > 0 && random.chance(0.6) ? random.pick(ids) : undefined
      if (random.chance(0.05)) {
        await setSuspended(server, person, true)
        await setSuspended(server, person, false)
      } else if (id === undefined)
        ids.push((await createPost(person.bearer, { status: 'published', category, tags })).id)
      else if (random.chance(0.2)) {
        await person.bearer.delete(`${POSTS}/${id}`)
        ids.splice(ids.indexOf(id), 1)
      } else {
        const status = random.pick(['published', 'archived', 'draft'])
        await person.bearer.patch(`${POSTS}/${id}`, { status, category, tags })
      }
    }
  }

  it('are exact after any concurrent changes by authors', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => server.person()))
    const random = new SeededRandom('lengths of lists')
    await Promise.all(people.map((person, i) => live(person, random.branch(String(i)))))
    await assertCountersEqualRows(server)
    const { total } = (await server.anyone.get(`${PUBLIC}/posts?tag=a`)).body
    const { rows } = await sql<{ count: number }>`select count(*)::int from listings where scope = 'tag:a'`.execute(
      server.context.db,
    )
    assert.equal(total, rows[0]?.count)
  })

  it('use few rows for a list, however often it changes', async () => {
    const author = await server.person()
    const { id } = await publish(author.bearer, LISTED)
    const { db } = server.context
    for (let i = 0; i < 300; i++) {
      const status = i % 2 === 0 ? 'archived' : 'published'
      await db.updateTable('posts').set({ status }).where('id', '=', id).execute()
    }
    const scope = `author:${author.account.id}`
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from listing_counts where scope = ${scope}`.execute(db)
    assert.equal(rows[0]?.count, 1)
  })
})

describe('a suspension', () => {
  /** Runs the second statement while the transaction of the first one is open. */
  async function race(first: string, second: string): Promise<void> {
    const [one, other] = [await connect(), await connect()]
    try {
      await one.query('begin')
      await one.query(first)
      const waiting = other.query(second)
      await until('it waits', async () => (await one.query(LOCK_WAITERS)).rows.length === 1)
      await one.query('commit')
      await waiting
    } finally {
      await one.end()
      await other.end()
    }
  }

  for (const order of ['before', 'after'] as const) {
    it(`takes posts out of all lists that are published at the same time, when it begins ${order} them`, async () => {
      const { account, bearer } = await server.person()
      const { id } = await createPost(bearer, { tags: ['suspended'] })
      const suspend = `update users set suspended_at = now() where id = '${account.id}'`
      const publications = [
        `update posts set status = 'published', published_at = now() where id = '${id}'`,
        `insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, published_at)
        select gen_random_uuid(), author_id, 'a-new-post', title, content, excerpt, 'published', post_type, visibility, tags, false, false, now() from posts where id = '${id}'`,
      ]
      for (const publication of publications) {
        await sql`update users set suspended_at = null where id = ${account.id}`.execute(server.context.db)
        await (order === 'before' ? race(suspend, publication) : race(publication, suspend))
        const { rows } =
          await sql`select from listings where scope in ('tag:suspended', ${`author:${account.id}`})`.execute(
            server.context.db,
          )
        assert.equal(rows.length, 0, publication)
      }
      await assertCountersEqualRows(server)
    })
  }
})
