import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { resetLink } from '../../../src/identity/accounts/mails/account-mails.ts'
import { sendPasswordReset } from '../../../src/identity/accounts/recovery/reset-password.ts'
import { type MailServer, startMailServer } from '../../support/accounts/mail-server.ts'
import { assertError, Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { runJobs } from '../../support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const PASSWORD = 'another horse battery'
let mail: MailServer
let server: TestServer
before(async () => {
  mail = await startMailServer()
  server = await startTestServer({
    mailSender: true,
    env: { ...mail.env, REQUIRE_VERIFIED_EMAIL: 'true', PUBLIC_URL: 'https://galley.example' },
  })
})
after(async () => {
  await server.close()
  await mail.close()
})

/** The token of the link in the newest mail to an address with this subject. */
const tokenIn = (address: string, subject: RegExp) =>
  eventually(() => {
    const token = mail
      .to(address)
      .filter(received => subject.test(received.subject))
      .map(({ text }) => /https:\/\/galley\.example\/[\w-]+\?token=(\w+)/.exec(text)?.[1])
      .at(-1)
    assert.ok(token, `no mail to ${address}: ${mail.received.map(({ to, subject }) => `${to} ${subject}`)}`)
    return token
  })

async function signUp(username: string, headers: Record<string, string> = {}) {
  const client = new Client(server.url)
  const account = { username, email: `${username}@example.com`, password: 'correct horse battery' }
  const { status } = await client.post('/api/v1/signup', account, { headers })
  assert.equal(status, 201)
  return { client, ...account }
}

describe('a forgotten password', () => {
  it('is replaced with the link of a mail, which works once and ends all sessions', async () => {
    const { client, email } = await signUp('forgetful')
    const { anyone } = server
    assert.equal((await anyone.post('/api/v1/password-reset', { email })).status, 202)
    await runJobs(server, 'send-password-reset')
    const token = await tokenIn(email, /new password/)

    assertError(
      await anyone.post('/api/v1/password-reset/confirm', { token, password: 'short' }),
      400,
      'VALIDATION_ERROR',
      {
        password: 'TOO_SHORT',
      },
    )
    const confirmed = await anyone.post('/api/v1/password-reset/confirm', { token, password: PASSWORD })
    assert.deepEqual([confirmed.status, confirmed.body], [200, { ok: true }])
    assert.equal((await client.get('/api/v1/me')).status, 401)
    await new Client(server.url).logIn(email, PASSWORD)
    await eventually(() => assert.ok(mail.to(email).some(({ subject }) => subject === 'Your password was changed')))

    const again = await anyone.post('/api/v1/password-reset/confirm', { token, password: PASSWORD })
    assertError(again, 400, 'VALIDATION_ERROR', { token: 'INVALID_VALUE' })
  })

  it('gets the same response for an unknown address, to which nothing is sent', async () => {
    const { email } = await signUp('known')
    const responses = []
    for (const address of [email, 'unknown@example.com']) {
      const { status, body } = await server.anyone.post('/api/v1/password-reset', { email: address })
      responses.push({ status, body })
    }
    assert.deepEqual(responses[0], responses[1])
    await runJobs(server, 'send-password-reset')
    await tokenIn(email, /new password/)
    assert.deepEqual(mail.to('unknown@example.com'), [])
  })

  it('does not fill a mailbox: at most five mails in an hour', async () => {
    const { email } = await signUp('bombed')
    for (let i = 0; i < 7; i++) {
      await server.anyone.post('/api/v1/password-reset', { email })
      await runJobs(server, 'send-password-reset')
    }
    const { rows } = await sql`select from mails where address = ${email} and kind = 'reset_password'`.execute(
      server.context.db,
    )
    assert.equal(rows.length, 5)
  })

  it('of a suspended account sends no mail', async () => {
    const { email } = await signUp('barred')
    await sql`update users set suspended_at = now() where email = ${email}`.execute(server.context.db)
    await sendPasswordReset(server.context, email)
    const { rows } = await sql`select from mails where address = ${email} and kind = 'reset_password'`.execute(
      server.context.db,
    )
    assert.equal(rows.length, 0)
  })

  it('is answered by one mail at the time of the first request, however often it is reported', async () => {
    const email = 'repeated@example.com'
    const jobs = async () =>
      (
        await sql<{ run_at: Date; max_attempts: number }>`
          select j.run_at, j.max_attempts from graphile_worker._private_jobs j
          where j.payload->>'email' = ${email}`.execute(server.context.db)
      ).rows
    await server.anyone.post('/api/v1/password-reset', { email })
    const first = await jobs()
    assert.deepEqual([first.length, first[0]?.max_attempts], [1, 5])
    for (let i = 0; i < 3; i++) await server.anyone.post('/api/v1/password-reset', { email })
    assert.deepEqual(await jobs(), first)
  })

  it('ends a pending change of the address, however the password is replaced', async () => {
    const pending = async (username: string) => {
      const { client, email, password } = await signUp(username)
      const address = `thief-of-${username}@example.com`
      await client.post('/api/v1/me/email', { email: address, current_password: password })
      return { client, email, password, token: await tokenIn(address, /Confirm/) }
    }
    const isVoid = async (token: string) =>
      assertError(await server.anyone.post('/api/v1/email/verify', { token }), 400, 'VALIDATION_ERROR')

    const reset = await pending('reset_owner')
    await server.anyone.post('/api/v1/password-reset', { email: reset.email })
    await runJobs(server, 'send-password-reset')
    const token = await tokenIn(reset.email, /new password/)
    assert.equal(
      (await server.anyone.post('/api/v1/password-reset/confirm', { token, password: PASSWORD })).status,
      200,
    )
    await isVoid(reset.token)

    const changed = await pending('change_owner')
    const change = { password: PASSWORD, current_password: changed.password }
    assert.equal((await changed.client.patch('/api/v1/me', change)).status, 200)
    await isVoid(changed.token)
  })

  it('does not verify the address if the link did not come by mail', async () => {
    const { email, username } = await signUp('by_operator')
    const { db } = server.context
    const { id } = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    const url = await db.transaction().execute(trx => resetLink(server.context, trx, id, null))
    const token = new URL(url).searchParams.get('token')
    assert.equal(
      (await server.anyone.post('/api/v1/password-reset/confirm', { token, password: PASSWORD })).status,
      200,
    )
    const client = new Client(server.url)
    await client.logIn(email, PASSWORD)
    assert.equal((await client.get('/api/v1/me/email')).body.verified, false)
  })

  it('has links that expire, and of which only hashes are stored', async () => {
    const { email } = await signUp('late')
    await server.anyone.post('/api/v1/password-reset', { email })
    await runJobs(server, 'send-password-reset')
    const token = await tokenIn(email, /new password/)
    const { rows } = await sql<{ row: string; purpose: string; hours: number }>`
      select l::text as row, purpose, (extract(epoch from expires_at - l.created_at) / 3600)::float8 as hours
      from account_links l join users u on u.id = l.user_id where u.email = ${email} order by purpose`.execute(
      server.context.db,
    )
    assert.deepEqual(
      rows.map(({ purpose, hours }) => [purpose, hours]),
      [
        ['reset', 1],
        ['verify', 24],
      ],
    )
    const verify = await tokenIn(email, /Confirm/)
    assert.ok(rows.every(({ row }) => !row.includes(token) && !row.includes(verify)))
    await sql`update account_links set expires_at = now()`.execute(server.context.db)
    const response = await server.anyone.post('/api/v1/password-reset/confirm', { token, password: PASSWORD })
    assertError(response, 400, 'VALIDATION_ERROR', { token: 'INVALID_VALUE' })
    const verified = await server.anyone.post('/api/v1/email/verify', { token: verify })
    assertError(verified, 400, 'VALIDATION_ERROR', { token: 'INVALID_VALUE' })
  })
})

describe('an e-mail address', () => {
  it('is verified with a link, in the language of the browser; until then only drafts can be written', async () => {
    const { client, email } = await signUp('newcomer', { 'accept-language': 'ja' })
    assert.deepEqual((await client.get('/api/v1/me/email')).body, {
      email,
      verified: false,
      pending: null,
      undeliverable: null,
      mail_enabled: true,
    })
    const draft = await createPost(client)
    assert.equal(draft.status, 'draft')
    for (const change of [{ status: 'published' }, { status: 'scheduled', scheduled_for: '2999-01-01T00:00:00Z' }]) {
      assertError(await client.patch(`/api/v1/posts/${draft.id}`, change), 403, 'EMAIL_NOT_VERIFIED')
    }
    const other = await server.person()
    await sql`update users set email_verified_at = now() where id = ${other.account.id}`.execute(server.context.db)
    const post = await createPost(other.session, { status: 'published' })
    const comment = { content: 'Hello' }
    assertError(await client.post(`/api/v1/reader/posts/${post.id}/comments`, comment), 403, 'EMAIL_NOT_VERIFIED')
    const followed = `/api/v1/reader/users/${(await server.person()).account.username}/follow`
    assertError(await client.put(followed), 403, 'EMAIL_NOT_VERIFIED')
    assert.equal((await client.delete(followed)).status, 200)

    const token = await tokenIn(email, /メールアドレスの確認/)
    assert.equal((await server.anyone.post('/api/v1/email/verify', { token })).status, 200)
    assert.equal((await client.get('/api/v1/me/email')).body.verified, true)
    assert.equal((await client.patch(`/api/v1/posts/${draft.id}`, { status: 'published' })).status, 200)
    assertError(await server.anyone.post('/api/v1/email/verify', { token }), 400, 'VALIDATION_ERROR')
  })

  it('changes when the link in the mail to the new one is opened, and the old one is told', async () => {
    const { client, email, password } = await signUp('mover')
    const wrong = await client.post('/api/v1/me/email', { email: 'm2@example.com', current_password: 'wrong' })
    assertError(wrong, 400, 'VALIDATION_ERROR', { current_password: 'INVALID_VALUE' })
    const asked = await client.post('/api/v1/me/email', { email: 'm2@example.com', current_password: password })
    assert.deepEqual([asked.body.email, asked.body.pending], [email, 'm2@example.com'])
    await new Client(server.url).logIn(email, password)

    const token = await tokenIn('m2@example.com', /Confirm/)
    await server.anyone.post('/api/v1/email/verify', { token })
    const { body } = await client.get('/api/v1/me/email')
    assert.deepEqual([body.email, body.verified, body.pending], ['m2@example.com', true, null])
    await eventually(() => assert.ok(mail.to(email).some(({ text }) => text.includes('is m2@example.com now'))))
    await new Client(server.url).logIn('m2@example.com', password)
  })

  it('of another account cannot be taken or found out', async () => {
    const owner = await signUp('owner')
    const { client, email, password } = await signUp('curious')
    const responses = []
    for (const address of ['nobody@example.com', owner.email]) {
      const { status, body } = await client.post('/api/v1/me/email', { email: address, current_password: password })
      responses.push([status, { ...body, pending: body.pending === address }])
    }
    assert.deepEqual(responses[0], responses[1])
    await eventually(() => assert.ok(mail.to(owner.email).some(({ subject }) => /in use already/.test(subject))))
    assert.ok(mail.to(owner.email).every(({ text }) => !text.includes('curious')))
    assert.equal((await client.get('/api/v1/me/email')).body.email, email)
  })

  it('gets at most five such mails in an hour', async () => {
    const { client } = await signUp('impatient')
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await client.post('/api/v1/me/email/verification')).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429])
  })

  it('that is rejected for ever is shown to its owner', async () => {
    mail.rejectRecipient = address => (address.startsWith('gone') ? { code: 550, text: '5.1.1 unknown' } : undefined)
    const { client } = await signUp('gone')
    await eventually(async () => {
      const { body } = await client.get('/api/v1/me/email')
      assert.match(body.undeliverable?.reason ?? '', /550 5\.1\.1 unknown/)
    })
  })

  it('is private: no token reads it', async () => {
    const { bearer } = await server.person()
    assertError(await bearer.get('/api/v1/me/email'), 403, 'SESSION_REQUIRED')
    assertError(await server.anyone.get('/api/v1/me/email'), 401, 'UNAUTHORIZED')
  })
})
