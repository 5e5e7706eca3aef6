import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addNotification } from '../../../src/delivery/notifications/add-notification.ts'
import { queueDigests } from '../../../src/delivery/notifications/mails/queue-digests.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import { followAuthor, type MailingSite, startMailingSite } from '../../support/accounts/mailing-site.ts'
import { assertError, Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { publish, setSuspended } from '../../support/posts/public.ts'
import type { Person } from '../../support/test-server.ts'

const SETTINGS = '/api/v1/reader/notifications/settings'
let site: MailingSite
before(async () => {
  site = await startMailingSite()
})
after(() => site.close())

const comment = (person: Person, postId: string) =>
  person.session.post(`/api/v1/reader/posts/${postId}/comments`, { content: `Hello ${newId()}` })

describe('mails about comments and followers', () => {
  it('are grouped, come at most once an hour, and stop with one click', async () => {
    const author = await site.verified()
    const reader = await site.verified()
    const post = await publish(author.session, { title: 'A title' })
    await comment(reader, post.id)
    await site.pass(2)
    assert.deepEqual(await site.mailsTo(author), [`@${reader.account.username} commented on “A title”`])
    assert.deepEqual(await site.mailsTo(author), [])
    await comment(reader, post.id)
    await followAuthor(reader, author)
    await site.pass(30)
    assert.deepEqual(await site.mailsTo(author), [])
    await site.pass(31)
    assert.deepEqual(await site.mailsTo(author), ['2 new notifications'])
    const { text, html, headers } = site.mail.to(author.account.email).at(-1) ?? assert.fail()
    assert.ok(
      text.includes(`* @${reader.account.username} follows you\n  https://galley.example/@${reader.account.username}`),
    )
    assert.ok(html.includes(`<a href="${post.url}#comments">`))
    const url = /^List-Unsubscribe: <https:\/\/galley\.example(\/unsubscribe\?token=[^>]+)>$/m.exec(headers)?.[1] ?? ''
    assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)

    // A program that checks mails opens links, and browsers fetch them in advance.
    const anybody = new Client(site.server.url)
    const asked = await anybody.get(url, { headers: { 'accept-language': 'ja' } })
    assert.match(asked.body, /<form class="doorway-form" method="post"[\s\S]*メールを停止する/)
    assert.equal((await author.session.get(SETTINGS)).body.mail.comment, true)
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const response = await anybody.send('POST', url, {
      raw: form,
      headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' },
    })
    assert.equal(response.status, 200)
    const { body } = await author.session.get(SETTINGS)
    assert.deepEqual([body.mail.comment, body.mail.follow, body.mail.webhook, body.comment], [false, false, true, true])
    await comment(reader, post.id)
    await site.pass(120)
    assert.deepEqual(await site.mailsTo(author), [])
  })

  it('are sent only about verified accounts, with their usernames, and without names that look like addresses', async () => {
    const [author, unverified, reader] = [await site.verified(), await site.server.person(), await site.verified()]
    const nameIn = async (display_name: string) => {
      await site.run(sql`delete from mail_digests`)
      await site.run(sql`delete from notifications where user_id = ${author.account.id}`)
      await site.run(sql`delete from follows where followee_id = ${author.account.id}`)
      await site.run(sql`update users set display_name = ${display_name} where id = ${reader.account.id}`)
      await followAuthor(unverified, author)
      await site.pass(2)
      assert.deepEqual(await site.mailsTo(author), [])
      await followAuthor(reader, author)
      await site.pass(2)
      return (await site.mailsTo(author)).join()
    }
    const { username } = reader.account
    assert.equal(await nameIn('Dr. Ann'), `Dr. Ann (@${username}) follows you`)
    assert.equal(await nameIn('Your account is locked: https://evil.example/x'), `@${username} follows you`)
    assert.equal(await nameIn('See evil.example'), `@${username} follows you`)
  })

  it('are not sent for what was read, hidden or deleted, to unverified addresses, or for other accounts', async () => {
    const author = await site.verified()
    const unverified = await site.server.person()
    const [reader, spammer, fan] = [await site.verified(), await site.verified(), await site.verified()]
    const post = await publish(author.session)
    const { body } = await comment(reader, post.id)
    await comment(spammer, post.id)
    await followAuthor(reader, unverified)
    await site.pass(2)
    assert.deepEqual(await site.mailsTo(unverified), [])
    await followAuthor(fan, author)
    await author.session.put('/api/v1/reader/notifications/read', { until: new Date().toISOString() })
    await site.pass(120)
    assert.deepEqual(await site.mailsTo(author), [])
    await site.run(sql`update users set notifications_read_at = null`)

    // Queued, and changed before it is sent: there is nothing to say any more.
    await site.run(sql`delete from mail_digests`)
    site.mail.rejectRecipient = () => ({ code: 451, text: '4.3.0 later' })
    await queueDigests(site.server.context)
    await eventually(async () => {
      const { rows } = await sql<{ attempts: number }>`
        select attempts from mails where user_id = ${author.account.id} and state = 'queued'`.execute(
        site.server.context.db,
      )
      assert.equal(rows[0]?.attempts, 1)
    })
    await reader.session.delete(`/api/v1/reader/comments/${body.id}`)
    for (const person of [spammer, fan]) await setSuspended(site.server, person, true)
    site.mail.rejectRecipient = () => undefined
    const count = site.mail.to(author.account.email).length
    await site.run(sql`update mails set due_at = now() where state = 'queued'`)
    await site.untilSent()
    assert.equal(site.mail.to(author.account.email).length, count)
  })
})

describe('mails about new posts of followed authors', () => {
  it('come only if they are asked for, in the language of the reader, and only with what everybody may read', async () => {
    const [author, reader] = [await site.verified(), await site.verified('ja')]
    await followAuthor(reader, author)
    await publish(author.session, { title: 'Too early' })
    await site.pass(5)
    assert.deepEqual(await site.mailsTo(reader), [])
    await reader.session.patch(SETTINGS, { mail: { post: true } })
    await site.pass(1)
    const paid = { title: 'Paid', is_paid: true, price_jpy: 500, content: 'Free\n<!-- paywall -->\nPAID TEXT' }
    await publish(author.session, paid)
    await publish(author.session, { title: 'Unlisted', visibility: 'unlisted' })
    const gone = await publish(author.session, { title: 'Gone' })
    await author.session.patch(`/api/v1/posts/${gone.id}`, { status: 'draft' })
    await site.pass(5)
    assert.deepEqual(await site.mailsTo(reader), [`@${author.account.username}さんが「Paid」を公開しました`])
    const { text, html, headers } = site.mail.to(reader.account.email).at(-1) ?? assert.fail()
    for (const secret of ['PAID TEXT', 'Unlisted', 'Gone', 'Too early']) {
      assert.ok(!text.includes(secret) && !html.includes(secret), secret)
    }
    assert.match(headers, /^List-Unsubscribe: <https:\/\/galley\.example\/unsubscribe\?token=posts\./m)
  })
})

describe('mails about webhooks, tokens and moderation', () => {
  it('come at once, and can be switched off', async () => {
    const author = await site.verified()
    const { rows } = await sql<{ id: string }>`
      insert into webhooks (id, user_id, url, event_types, secret)
      values (gen_random_uuid(), ${author.account.id}, 'https://hooks.example/x', '{post.published}', '')
      returning id`.execute(site.server.context.db)
    const fail = (detail: string) =>
      site.server.context.db
        .transaction()
        .execute(trx =>
          addNotification(trx, { kind: 'webhook', user_id: author.account.id, webhook_id: rows[0]?.id ?? '', detail }),
        )
    await fail('failing')
    await site.pass(2)
    assert.deepEqual(await site.mailsTo(author), ['Deliveries to the webhook hooks.example fail'])
    await fail('disabled')
    await site.pass(2)
    assert.deepEqual(await site.mailsTo(author), ['The webhook hooks.example was disabled after repeated failures'])
    assert.doesNotMatch(site.mail.to(author.account.email).at(-1)?.headers ?? '', /List-Unsubscribe/)
    await author.session.patch(SETTINGS, { mail: { webhook: false } })
    await fail('failing')
    await site.pass(2)
    assert.deepEqual(await site.mailsTo(author), [])
  })
})

describe('a link that stops mails', () => {
  it('is signed, and is for one account and one topic', async () => {
    const { account, session } = await site.server.person()
    const { unsubscribeToken } = await import('../../../src/delivery/notifications/mails/unsubscribe.ts')
    const { secretBox } = site.server.context
    const signed = unsubscribeToken(secretBox, 'posts', account.id)
    const other = unsubscribeToken(secretBox, 'posts', (await site.server.person()).account.id)
    for (const token of [
      signed.slice(0, -1),
      signed.replace('posts', 'activity'),
      signed.replace(account.id, other.split('.')[1] ?? ''),
      unsubscribeToken(secretBox, 'alerts', account.id),
      'posts..',
    ]) {
      const response = await site.server.anyone.post('/api/v1/unsubscribe', { token })
      assertError(response, 400, 'VALIDATION_ERROR', { token: 'INVALID_VALUE' })
    }
    const page = await site.server.anyone.send('POST', '/unsubscribe?token=wrong', { raw: '', headers: {} })
    assert.equal(page.status, 400)
    await session.patch(SETTINGS, { mail: { post: true } })
    assert.equal((await site.server.anyone.post('/api/v1/unsubscribe', { token: signed })).status, 200)
    assert.equal((await session.get(SETTINGS)).body.mail.post, false)
  })
})
