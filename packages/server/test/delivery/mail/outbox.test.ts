import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { listMails, retryMails } from '../../../src/delivery/mail/mail-list-store.ts'
import {
  claimMails,
  findUndeliverable,
  markHandedOver,
  recoverMails,
  releaseMails,
} from '../../../src/delivery/mail/mail-store.ts'
import { type NewMail, queueMails } from '../../../src/delivery/mail/queue-mail.ts'
import { testMail } from '../../../src/delivery/mail/test-mail.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { type MailServer, startMailServer } from '../../support/accounts/mail-server.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let mail: MailServer
let server: TestServer
before(async () => {
  mail = await startMailServer()
  server = await startTestServer({ mailSender: true, env: { ...mail.env, MAIL_RETRY_SCHEDULE: '1ms,1ms' } })
})
after(async () => {
  await server.close()
  await mail.close()
})
beforeEach(() => {
  mail.rejectRecipient = () => undefined
  mail.respondToMessage = () => undefined
})

const mailTo = (address: string, more: Partial<NewMail> = {}): NewMail => ({
  kind: 'test',
  userId: null,
  address,
  language: null,
  text: language => testMail(language, 'https://galley.example'),
  ...more,
})

function queue(...mails: NewMail[]): Promise<void> {
  return transact(server.context, (trx, notify) => queueMails(server.context, trx, notify, mails))
}

const stateOf = async (address: string) =>
  (await listMails(server.context.db, { state: undefined, limit: 1000 })).find(row => row.address === address)

const untilState = (address: string, state: string) =>
  eventually(async () => {
    const row = await stateOf(address)
    assert.equal(row?.state, state, JSON.stringify(row))
    return row
  })

const untilEnded = (address: string) =>
  eventually(async () => {
    const { rows } = await sql`
      select from mails where address = ${address} and state in ('queued', 'sending')`.execute(server.context.db)
    assert.equal(rows.length, 0)
  })

describe('the outbox of mails', () => {
  it('sends each committed mail once, as text and HTML in the language of the recipient', async () => {
    await queue(mailTo('en@example.com', { language: 'en' }), mailTo('ja@example.com', { language: 'ja' }))
    await untilState('ja@example.com', 'sent')
    await untilState('en@example.com', 'sent')
    const [japanese, ...more] = mail.to('ja@example.com')
    assert.equal(more.length, 0)
    assert.equal(japanese?.subject, 'テストメール')
    assert.match(japanese.text, /メールの設定は正しく動作しています。/)
    assert.match(japanese.html, /<html lang="ja">[\s\S]*メールの設定は正しく動作しています。/)
    const [english] = mail.to('en@example.com')
    assert.equal(english?.subject, 'Test e-mail')
    assert.match(english.headers, /^From: Galley <noreply@galley\.example>$/m)
    assert.match(english.headers, /^Auto-Submitted: auto-generated$/m)
  })

  it('sends nothing if the transaction of its cause fails', async () => {
    const failing = transact(server.context, async (trx, notify) => {
      await queueMails(server.context, trx, notify, [mailTo('rolled-back@example.com')])
      throw new Error('the cause fails')
    })
    await assert.rejects(failing, /the cause fails/)
    await queue(mailTo('after@example.com'))
    await untilState('after@example.com', 'sent')
    assert.equal(await stateOf('rolled-back@example.com'), undefined)
  })

  it('cannot be given further headers by a name with line breaks', async () => {
    const text = () => ({ subject: 'Hello\r\nBcc: victim@example.com', paragraphs: ['<b>x</b>'], footer: [] })
    await queue(mailTo('headers@example.com', { text }))
    await untilState('headers@example.com', 'sent')
    const [received] = mail.to('headers@example.com')
    assert.equal(received?.subject, 'Hello Bcc: victim@example.com')
    assert.doesNotMatch(received.headers, /^Bcc/m)
    assert.match(received.html, /&lt;b&gt;x&lt;\/b&gt;/)
  })

  it('leaves nothing behind on a connection that refuses many mails', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    mail.rejectRecipient = () => ({ code: 552, text: '5.2.2 mailbox full' })
    const addresses = Array.from({ length: 60 }, (_, i) => `full-${i}@example.com`)
    await queue(...addresses.map(address => mailTo(address)))
    for (const address of addresses) await untilState(address, 'failed')
    process.off('warning', note)
    assert.deepEqual(warnings, [])
  })

  it('repeats a mail that is rejected for now, and gives up after the last attempt', async () => {
    let refusals = 0
    mail.rejectRecipient = address =>
      address === 'never@example.com' || (address === 'greylisted@example.com' && refusals++ === 0)
        ? { code: 451, text: 'try again later' }
        : undefined
    await queue(mailTo('greylisted@example.com'), mailTo('never@example.com'))
    await untilState('greylisted@example.com', 'sent')
    const failed = await untilState('never@example.com', 'failed')
    assert.equal(failed?.attempts, 3)
    assert.match(failed?.error ?? '', /451 try again later/)
    assert.equal(await findUndeliverable(server.context.db, 'never@example.com'), undefined)
  })

  it('sends nothing more to an address that is rejected for ever, until an operator retries it', async () => {
    mail.rejectRecipient = () => ({ code: 550, text: '5.1.1 no such user' })
    await queue(mailTo('Gone@example.com'))
    await untilState('Gone@example.com', 'failed')
    const found = await findUndeliverable(server.context.db, 'gone@EXAMPLE.com')
    assert.match(found?.reason ?? '', /no such user/)

    mail.rejectRecipient = () => undefined
    await queue(mailTo('gone@example.com'), mailTo('behind@example.com'))
    await untilState('behind@example.com', 'sent')
    assert.equal(await stateOf('gone@example.com'), undefined)

    await server.context.db.transaction().execute(trx => retryMails(trx, 'gone@example.com'))
    await untilState('Gone@example.com', 'sent')
    assert.equal(mail.to('Gone@example.com').length, 1)
  })

  it('tries a refused address again after two weeks', async () => {
    await sql`
      insert into undeliverable_addresses (address, reason, created_at)
      values ('back@example.com', '550 5.1.1', now() - interval '15 days')`.execute(server.context.db)
    assert.equal(await findUndeliverable(server.context.db, 'back@example.com'), undefined)
    await queue(mailTo('back@example.com'))
    await untilState('back@example.com', 'sent')
  })

  it('needs two refusals without a reason before it sends nothing more', async () => {
    mail.rejectRecipient = () => ({ code: 550, text: 'refused' })
    for (const expected of [false, true]) {
      await queue(mailTo('unclear@example.com'))
      await untilEnded('unclear@example.com')
      const found = await findUndeliverable(server.context.db, 'unclear@example.com')
      assert.equal(found !== undefined, expected)
    }
  })

  it('sends at most a number of mails of one kind to an address in an hour, if there is a limit', async () => {
    const limited = (kind: string, address: string) => mailTo(address, { kind, mostPerHour: 2 })
    for (const address of ['full@example.com', 'Full@example.com', 'full@example.com']) {
      await queue(limited('verify_email', address))
    }
    await queue(limited('reset_password', 'full@example.com'))
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from mails where lower(address) = 'full@example.com' group by kind order by kind`.execute(
      server.context.db,
    )
    assert.deepEqual(rows, [
      { kind: 'reset_password', count: 1 },
      { kind: 'verify_email', count: 2 },
    ])
  })

  it('does not mark an address as undeliverable if the sender is rejected', async () => {
    mail.rejectRecipient = () => ({ code: 554, text: '5.7.1 relaying denied' })
    await queue(mailTo('policy@example.com'))
    await untilState('policy@example.com', 'failed')
    assert.equal(await findUndeliverable(server.context.db, 'policy@example.com'), undefined)
  })

  it('marks a mail as uncertain if the response of the mail server was lost, and does not repeat it by itself', async () => {
    mail.respondToMessage = address => (address === 'lost@example.com' ? 'drop' : undefined)
    await queue(mailTo('lost@example.com'))
    await untilState('lost@example.com', 'uncertain')
    await queue(mailTo('next@example.com'))
    await untilState('next@example.com', 'sent')
    assert.equal(mail.to('lost@example.com').length, 1)
  })

  it('counts an attempt for a mail whose text cannot be made, and sends the others', async () => {
    const { account } = await server.person()
    const { db } = server.context
    await sql`update users set email_verified_at = now() where id = ${account.id}`.execute(db)
    await sql`
      insert into mails (id, address, kind, priority, content, expires_at)
      values (gen_random_uuid(), 'unreadable@example.com', 'test', 0, '\\x00', now() + interval '1 hour')`.execute(db)
    await queue(
      {
        kind: 'activity',
        userId: account.id,
        address: account.email,
        language: null,
        // Too early for PostgreSQL.
        source: { topic: 'activity', from: '-010000-01-01T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' },
      },
      mailTo('not-held-up@example.com'),
    )
    await untilState('not-held-up@example.com', 'sent')
    for (const address of [account.email, 'unreadable@example.com']) {
      const failed = await untilState(address, 'failed')
      assert.deepEqual([failed?.attempts, failed?.error], [3, 'its text could not be made'])
    }
  })

  it('stores the text encrypted, and deletes it once the mail was sent', async () => {
    await queue(mailTo('secret@example.com'))
    await untilState('secret@example.com', 'sent')
    const { rows } = await sql<{ content: Buffer | null }>`
      select content from mails where address = 'secret@example.com'`.execute(server.context.db)
    assert.equal(rows[0]?.content, null)
  })

  it('does not send a mail that has expired', async () => {
    await queue(mailTo('late@example.com', { validMs: -1000 }))
    await untilState('late@example.com', 'failed')
    assert.equal(mail.to('late@example.com').length, 0)
  })
})

describe('after a crash of the sender', () => {
  let quiet: TestServer
  before(async () => {
    quiet = await startTestServer({ env: mail.env })
  })
  after(() => quiet.close())

  it('a mail that was not handed over is sent again, and one that was is uncertain', async () => {
    const { db } = quiet.context
    await transact(quiet.context, (trx, notify) =>
      queueMails(quiet.context, trx, notify, [mailTo('a@example.com'), mailTo('b@example.com')]),
    )
    const [first] = await claimMails(db, 60_000, 1)
    const [second] = await claimMails(db, 60_000, 5)
    assert.ok(first && second)
    assert.deepEqual(await claimMails(db, 60_000, 5), [])
    assert.ok(await markHandedOver(db, first.id, first.token, 60_000))
    await recoverMails(db)
    assert.deepEqual(await claimMails(db, 60_000, 5), [])

    await sql`update mails set lease_until = now() - interval '1 second'`.execute(db)
    // The process was only stopped for a while: it must not hand over what another one may be sending.
    assert.equal(await markHandedOver(db, second.id, second.token, 60_000), false)
    await recoverMails(db)
    const states = new Map((await listMails(db, { state: undefined, limit: 10 })).map(row => [row.id, row.state]))
    assert.equal(states.get(first.id), 'uncertain')
    assert.equal(states.get(second.id), 'queued')

    // The same process may claim it again, on another connection: the former claim stays void.
    const [again] = await claimMails(db, 60_000, 5)
    assert.equal(again?.id, second.id)
    assert.equal(await markHandedOver(db, second.id, second.token, 60_000), false)
    // Given back unsent, it is due at once; once it was handed over, it is not given back.
    await releaseMails(db, [again?.token ?? ''])
    const [last] = await claimMails(db, 60_000, 5)
    assert.equal(await markHandedOver(db, second.id, last?.token ?? '', 60_000), true)
    await releaseMails(db, [last?.token ?? ''])
    assert.deepEqual(await claimMails(db, 60_000, 5), [])
  })
})
