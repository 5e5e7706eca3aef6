import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '../../src/db/database.ts'
import { addNotification } from '../../src/notifications/add-notification.ts'
import { takeDueDigests } from '../../src/notifications/mails/digest-store.ts'
import { queueDigests } from '../../src/notifications/mails/queue-digests.ts'
import { assertError, Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { publish, setSuspended } from '../support/public.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const SETTINGS = '/api/v1/reader/notifications/settings'
let mail: MailServer
let server: TestServer
before(async () => {
  mail = await startMailServer()
  server = await startTestServer({ mailSender: true, env: { ...mail.env, PUBLIC_URL: 'https://galley.example' } })
})
after(async () => {
  await server.close()
  await mail.close()
})

const run = (query: ReturnType<typeof sql>) => query.execute(server.context.db)

async function verified(language: 'en' | 'ja' = 'en'): Promise<Person> {
  const person = await server.person({ plan: 'pro_plus' })
  await run(sql`update users set email_verified_at = now(), language = ${language} where id = ${person.account.id}`)
  return person
}

/** Lets time pass for everything that was written so far. */
async function pass(minutes: number): Promise<void> {
  const earlier = (column: string) => sql`${sql.ref(column)} - make_interval(mins => ${minutes})`
  for (const [table, columns] of [
    ['notifications', ['created_at']],
    ['follows', ['created_at']],
    ['posts', ['published_at']],
    ['mail_settings', ['changed_at']],
    ['mail_digests', ['mailed_until', 'mailed_at']],
  ] as const) {
    const changes = sql.join(columns.map(column => sql`${sql.ref(column)} = ${earlier(column)}`))
    await run(sql`update ${sql.table(table)} set ${changes}`)
  }
}

const untilSent = () =>
  eventually(async () => {
    const { rows } = await sql`select from mails where state in ('queued', 'sending')`.execute(server.context.db)
    assert.equal(rows.length, 0)
  })

/** The subjects of the mails that a person gets for what has happened by now. */
async function mailsTo({ account }: Person): Promise<string[]> {
  const before = mail.to(account.email).length
  await queueDigests(server.context)
  await untilSent()
  return mail
    .to(account.email)
    .slice(before)
    .map(({ subject }) => subject)
}

const comment = (person: Person, postId: string) =>
  person.session.post(`/api/v1/reader/posts/${postId}/comments`, { content: 'Hello' })
const follow = (person: Person, author: Person) =>
  person.session.put(`/api/v1/reader/users/${author.account.username}/follow`)

describe('mails about comments and followers', () => {
  it('are grouped, come at most once an hour, and stop with one click', async () => {
    const author = await verified()
    const reader = await verified()
    const post = await publish(author.session, { title: 'A title' })
    await comment(reader, post.id)
    await pass(2)
    assert.deepEqual(await mailsTo(author), [`@${reader.account.username} commented on “A title”`])
    assert.deepEqual(await mailsTo(author), [])
    await comment(reader, post.id)
    await follow(reader, author)
    await pass(30)
    assert.deepEqual(await mailsTo(author), [])
    await pass(31)
    assert.deepEqual(await mailsTo(author), ['2 new notifications'])
    const { text, html, headers } = mail.to(author.account.email).at(-1) ?? assert.fail()
    assert.ok(
      text.includes(`* @${reader.account.username} follows you\n  https://galley.example/@${reader.account.username}`),
    )
    assert.ok(html.includes(`<a href="${post.url}#comments">`))
    const url = /^List-Unsubscribe: <https:\/\/galley\.example(\/unsubscribe\?token=[^>]+)>$/m.exec(headers)?.[1] ?? ''
    assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)

    // A program that checks mails opens links, and browsers fetch them in advance.
    const anybody = new Client(server.url)
    const asked = await anybody.get(url, { headers: { 'accept-language': 'ja' } })
    assert.match(asked.body, /<form class="doorway-form" method="post"[\s\S]*メールを停止する/)
    assert.equal((await author.session.get(SETTINGS)).body.mail.comment, true)
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const answer = await anybody.send('POST', url, {
      raw: form,
      headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' },
    })
    assert.equal(answer.status, 200)
    const { body } = await author.session.get(SETTINGS)
    assert.deepEqual([body.mail.comment, body.mail.follow, body.mail.webhook, body.comment], [false, false, true, true])
    await comment(reader, post.id)
    await pass(120)
    assert.deepEqual(await mailsTo(author), [])
  })

  it('are sent only about verified accounts, with their usernames, and without names that look like addresses', async () => {
    const [author, unverified, reader] = [await verified(), await server.person(), await verified()]
    const nameIn = async (display_name: string) => {
      await run(sql`delete from mail_digests`)
      await run(sql`delete from notifications where user_id = ${author.account.id}`)
      await run(sql`delete from follows where followee_id = ${author.account.id}`)
      await run(sql`update users set display_name = ${display_name} where id = ${reader.account.id}`)
      await follow(unverified, author)
      await pass(2)
      assert.deepEqual(await mailsTo(author), [])
      await follow(reader, author)
      await pass(2)
      return (await mailsTo(author)).join()
    }
    const { username } = reader.account
    assert.equal(await nameIn('Dr. Ann'), `Dr. Ann (@${username}) follows you`)
    assert.equal(await nameIn('Your account is locked: https://evil.example/x'), `@${username} follows you`)
    assert.equal(await nameIn('See evil.example'), `@${username} follows you`)
  })

  it('are not sent for what was read, hidden or deleted, to unverified addresses, or for other accounts', async () => {
    const author = await verified()
    const unverified = await server.person()
    const [reader, spammer, fan] = [await verified(), await verified(), await verified()]
    const post = await publish(author.session)
    const { body } = await comment(reader, post.id)
    await comment(spammer, post.id)
    await follow(reader, unverified)
    await pass(2)
    assert.deepEqual(await mailsTo(unverified), [])
    await follow(fan, author)
    await author.session.put('/api/v1/reader/notifications/read', { until: new Date().toISOString() })
    await pass(120)
    assert.deepEqual(await mailsTo(author), [])
    await run(sql`update users set notifications_read_at = null`)

    // Queued, and changed before it is sent: there is nothing to say any more.
    await run(sql`delete from mail_digests`)
    mail.refuseRecipient = () => ({ code: 451, text: '4.3.0 later' })
    await queueDigests(server.context)
    await eventually(async () => {
      const { rows } = await sql<{ attempts: number }>`
        select attempts from mails where user_id = ${author.account.id} and state = 'queued'`.execute(server.context.db)
      assert.equal(rows[0]?.attempts, 1)
    })
    await reader.session.delete(`/api/v1/reader/comments/${body.id}`)
    for (const person of [spammer, fan]) await setSuspended(server, person, true)
    mail.refuseRecipient = () => undefined
    const count = mail.to(author.account.email).length
    await run(sql`update mails set due_at = now() where state = 'queued'`)
    await untilSent()
    assert.equal(mail.to(author.account.email).length, count)
  })
})

describe('mails about new posts of followed authors', () => {
  it('come only if they are asked for, in the language of the reader, and only with what everybody may read', async () => {
    const [author, reader] = [await verified(), await verified('ja')]
    await follow(reader, author)
    await publish(author.session, { title: 'Too early' })
    await pass(5)
    assert.deepEqual(await mailsTo(reader), [])
    await reader.session.patch(SETTINGS, { mail: { post: true } })
    await pass(1)
    const paid = { title: 'Paid', is_paid: true, price_jpy: 500, content: 'Free\n<!-- paywall -->\nPAID TEXT' }
    await publish(author.session, paid)
    await publish(author.session, { title: 'Unlisted', visibility: 'unlisted' })
    const gone = await publish(author.session, { title: 'Gone' })
    await author.session.patch(`/api/v1/posts/${gone.id}`, { status: 'draft' })
    await pass(5)
    assert.deepEqual(await mailsTo(reader), [`@${author.account.username}さんが「Paid」を公開しました`])
    const { text, html, headers } = mail.to(reader.account.email).at(-1) ?? assert.fail()
    for (const secret of ['PAID TEXT', 'Unlisted', 'Gone', 'Too early']) {
      assert.ok(!text.includes(secret) && !html.includes(secret), secret)
    }
    assert.match(headers, /^List-Unsubscribe: <https:\/\/galley\.example\/unsubscribe\?token=posts\./m)
  })
})

describe('mails about imported posts', () => {
  it('are sent only if the import has events', async () => {
    const [author, reader] = [await verified(), await verified()]
    await follow(reader, author)
    await reader.session.patch(SETTINGS, { mail: { post: true } })
    await pass(5)
    const published_at = new Date(Date.now() - 60_000).toISOString()
    const importPost = async (title: string, query: string) => {
      const post = { external_id: title, title, content: 'Text', category: 'ai', status: 'published', published_at }
      const { status, body } = await author.session.post(`/api/v1/import/posts${query}`, post)
      assert.equal(status, 201, JSON.stringify(body))
    }
    await importPost('Silent', '')
    await pass(2)
    assert.deepEqual(await mailsTo(reader), [])
    await importPost('Told', '?events=true')
    await pass(2)
    const [subject = '', ...more] = await mailsTo(reader)
    assert.match(subject, /published “Told”$/)
    assert.deepEqual(more, [])
  })
})

describe('the search for readers who get mails about new posts', () => {
  it('reads no followers who did not ask for them', async () => {
    const author = await verified()
    const { db } = server.context
    await sql`
      with people as (
        insert into users (id, username, email, display_name, password_hash, email_verified_at)
        select gen_random_uuid(), 'many_' || i, 'many_' || i || '@example.com', 'Many', '', now()
        from generate_series(1, 2000) i returning id
      )
      insert into follows (followee_id, follower_id, created_at)
      select ${author.account.id}, id, now() - interval '1 hour' from people`.execute(db)
    await publish(author.session)
    await pass(2)
    await run(sql`analyze follows, mail_settings, listings, posts, users`)
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

describe('mails about webhooks, tokens and moderation', () => {
  it('come at once, and can be switched off', async () => {
    const author = await verified()
    const { rows } = await sql<{ id: string }>`
      insert into webhooks (id, user_id, url, event_types, secret)
      values (gen_random_uuid(), ${author.account.id}, 'https://hooks.example/x', '{post.published}', '')
      returning id`.execute(server.context.db)
    const fail = (detail: string) =>
      server.context.db
        .transaction()
        .execute(trx =>
          addNotification(trx, { kind: 'webhook', user_id: author.account.id, webhook_id: rows[0]?.id ?? '', detail }),
        )
    await fail('failing')
    await pass(2)
    assert.deepEqual(await mailsTo(author), ['Deliveries to the webhook hooks.example fail'])
    await fail('disabled')
    await pass(2)
    assert.deepEqual(await mailsTo(author), ['The webhook hooks.example was disabled after repeated failures'])
    assert.doesNotMatch(mail.to(author.account.email).at(-1)?.headers ?? '', /List-Unsubscribe/)
    await author.session.patch(SETTINGS, { mail: { webhook: false } })
    await fail('failing')
    await pass(2)
    assert.deepEqual(await mailsTo(author), [])
  })
})

describe('mails above the limit of an hour', () => {
  it('come later, and nothing is lost', async () => {
    const { account, ...author } = await verified()
    await run(sql`
      insert into mails (id, user_id, address, kind, priority, state, expires_at)
      select gen_random_uuid(), ${account.id}, ${account.email}, 'alerts', 1, 'sent', now() from generate_series(1, 10)`)
    await server.context.db
      .transaction()
      .execute(trx => addNotification(trx, { kind: 'moderation', user_id: account.id, detail: 'account_restored' }))
    await pass(2)
    assert.deepEqual(await mailsTo({ account, ...author }), [])
    await run(sql`update mails set created_at = created_at - interval '1 hour' where user_id = ${account.id}`)
    assert.deepEqual(await mailsTo({ account, ...author }), ['Your account was restored'])
  })
})

describe('two runs at the same time', () => {
  it('mail nothing twice', async () => {
    const { account } = await verified()
    const { db } = server.context
    const take = (trx: Tx) => takeDueDigests(trx, 'alerts', { pauseMs: 0, mostPerHour: 10 })
    await db
      .transaction()
      .execute(trx => addNotification(trx, { kind: 'moderation', user_id: account.id, detail: 'account_restored' }))
    await pass(2)
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

describe('a link that stops mails', () => {
  it('is signed, and is for one account and one topic', async () => {
    const { account, session } = await server.person()
    const { unsubscribeToken } = await import('../../src/notifications/mails/unsubscribe.ts')
    const { secretBox } = server.context
    const signed = unsubscribeToken(secretBox, 'posts', account.id)
    const other = unsubscribeToken(secretBox, 'posts', (await server.person()).account.id)
    for (const token of [
      signed.slice(0, -1),
      signed.replace('posts', 'activity'),
      signed.replace(account.id, other.split('.')[1] ?? ''),
      unsubscribeToken(secretBox, 'alerts', account.id),
      'posts..',
    ]) {
      const answer = await server.anyone.post('/api/v1/unsubscribe', { token })
      assertError(answer, 400, 'VALIDATION_ERROR', { token: 'INVALID_VALUE' })
    }
    const page = await server.anyone.send('POST', '/unsubscribe?token=wrong', { raw: '', headers: {} })
    assert.equal(page.status, 400)
    await session.patch(SETTINGS, { mail: { post: true } })
    assert.equal((await server.anyone.post('/api/v1/unsubscribe', { token: signed })).status, 200)
    assert.equal((await session.get(SETTINGS)).body.mail.post, false)
  })
})
