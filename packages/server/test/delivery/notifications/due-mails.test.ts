import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addNotification } from '../../../src/delivery/notifications/add-notification.ts'
import { takeDueDigests } from '../../../src/delivery/notifications/mails/digest-store.ts'
import type { Tx } from '../../../src/platform/db/connection/database.ts'
import { followAuthor, type MailingSite, startMailingSite } from '../../support/accounts/mailing-site.ts'
import { publish } from '../../support/posts/public.ts'

const SETTINGS = '/api/v1/reader/notifications/settings'
let site: MailingSite
before(async () => {
  site = await startMailingSite()
})
after(() => site.close())

describe('mails about imported posts', () => {
  it('are sent only if the import has events', async () => {
    const [author, reader] = [await site.verified(), await site.verified()]
    await followAuthor(reader, author)
    await reader.session.patch(SETTINGS, { mail: { post: true } })
    await site.pass(5)
    const published_at = new Date(Date.now() - 60_000).toISOString()
    const importPost = async (title: string, query: string) => {
      const post = { external_id: title, title, content: 'Text', category: 'ai', status: 'published', published_at }
      const { status, body } = await author.session.post(`/api/v1/import/posts${query}`, post)
      assert.equal(status, 201, JSON.stringify(body))
    }
    await importPost('Silent', '')
    await site.pass(2)
    assert.deepEqual(await site.mailsTo(reader), [])
    await importPost('Told', '?events=true')
    await site.pass(2)
    const [subject = '', ...more] = await site.mailsTo(reader)
    assert.match(subject, /published “Told”$/)
    assert.deepEqual(more, [])
  })
})

describe('the search for readers who get mails about new posts', () => {
  it('reads no followers who did not ask for them', async () => {
    const author = await site.verified()
    const { db } = site.server.context
    await sql`
      with people as (
        insert into users (id, username, email, display_name, password_hash, email_verified_at)
        select gen_random_uuid(), 'many_' || i, 'many_' || i || '@example.com', 'Many', '', now()
        from generate_series(1, 2000) i returning id
      )
      insert into follows (followee_id, follower_id, created_at)
      select ${author.account.id}, id, now() - interval '1 hour' from people`.execute(db)
    await publish(author.session)
    await site.pass(2)
    await site.run(sql`analyze follows, mail_settings, listings, posts, users`)
    // The counts of a connection may include its earlier statements.
    const readFollows = async (trx: Tx) => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
        where relname = 'follows'`.execute(trx)
      return rows[0]?.read ?? 0
    }
    const read = await db.transaction().execute(async trx => {
      const earlier = await readFollows(trx)
      await takeDueDigests(trx, 'posts', { pauseMs: 0, mostPerHour: 10 })
      return (await readFollows(trx)) - earlier
    })
    assert.ok(read < 500, `${read} rows`)
  })
})

describe('mails above the limit of an hour', () => {
  it('come later, and nothing is lost', async () => {
    const { account, ...author } = await site.verified()
    await site.run(sql`
      insert into mails (id, user_id, address, kind, priority, state, expires_at)
      select gen_random_uuid(), ${account.id}, ${account.email}, 'alerts', 1, 'sent', now() from generate_series(1, 10)`)
    await site.server.context.db
      .transaction()
      .execute(trx => addNotification(trx, { kind: 'moderation', user_id: account.id, detail: 'account_restored' }))
    await site.pass(2)
    assert.deepEqual(await site.mailsTo({ account, ...author }), [])
    await site.run(sql`update mails set created_at = created_at - interval '1 hour' where user_id = ${account.id}`)
    assert.deepEqual(await site.mailsTo({ account, ...author }), ['Your account was restored'])
  })
})

describe('two runs at the same time', () => {
  it('mail nothing twice', async () => {
    const { account } = await site.verified()
    const { db } = site.server.context
    const take = (trx: Tx) => takeDueDigests(trx, 'alerts', { pauseMs: 0, mostPerHour: 10 })
    await db
      .transaction()
      .execute(trx => addNotification(trx, { kind: 'moderation', user_id: account.id, detail: 'account_restored' }))
    await site.pass(2)
    await db.transaction().execute(async first => {
      assert.deepEqual(
        (await take(first)).map(({ userId }) => userId),
        [account.id],
      )
      assert.deepEqual(await db.transaction().execute(take), [])
    })
    assert.deepEqual(await db.transaction().execute(take), [])
  })
})
