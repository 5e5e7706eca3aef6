import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MailServer, startMailServer } from '../../../server/test/support/accounts/mail-server.ts'
import { Client } from '../../../server/test/support/client.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import { runJobs } from '../../../server/test/support/run-jobs.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { startWebServer } from '../support/web-server.ts'

let mail: MailServer
let server: TestServer
before(async () => {
  mail = await startMailServer()
  server = await startWebServer({ mailSender: true, env: mail.env })
})
after(async () => {
  await server.close()
  await mail.close()
})

const anonymous = () => new Client(server.url)
const withoutId = (page: string) => page.replaceAll(/value="[^"]*"/g, '')

/** The path of the link in the newest mail to an address. */
const linkTo = (address: string, path: string) =>
  eventually(() => {
    const found = mail
      .to(address)
      .flatMap(({ text }) => new RegExp(`http://127[^/]+(${path}\\?token=\\w+)`).exec(text)?.[1] ?? [])
    assert.ok(found.length > 0, `no link in the mails to ${address}`)
    return found.at(-1) as string
  })

const tokenOf = (path: string) => new URL(path, server.url).searchParams.get('token') ?? ''

describe('the pages for a forgotten password, without scripts', () => {
  it('lead from the log-in page through a mail to a new password', async () => {
    const account = { username: 'dora', email: 'dora@example.com', password: 'correct horse' }
    const owner = anonymous()
    await sendForm(owner, '/signup', { ...account, next: '/' })
    assert.match((await anonymous().get('/login')).body, /<a href="\/password-reset">Forgot your password\?<\/a>/)
    assert.match((await anonymous().get('/password-reset')).body, /<input id="email"/)

    const known = await sendForm(anonymous(), '/password-reset', { email: account.email })
    const unknown = await sendForm(anonymous(), '/password-reset', { email: 'x@example.com' })
    assert.equal(known.status, 200)
    assert.equal(withoutId(known.body), withoutId(unknown.body))
    await runJobs(server, 'send-password-reset')

    const link = await linkTo(account.email, '/password-reset')
    const page = await anonymous().get(link)
    assert.match(page.body, /autocomplete="new-password"/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const token = tokenOf(link)
    const short = await sendForm(
      anonymous(),
      '/password-reset',
      { token, password: 'short' },
      { 'accept-language': 'ja' },
    )
    assert.match(short.body, /8文字以上で入力してください/)
    const changed = await sendForm(anonymous(), '/password-reset', { token, password: 'a new password' })
    assert.match(changed.body, /Your password was changed/)
    assert.equal((await owner.get('/api/v1/me')).status, 401)
    const again = await sendForm(anonymous(), '/password-reset', { token, password: 'a new password' })
    assert.equal(again.status, 400)
    assert.match(again.body, /This link is no longer valid/)
    assert.equal((await sendForm(anonymous(), '/login', { login: 'dora', password: 'a new password' })).status, 303)
  })
})

describe('the page of a verification link', () => {
  it('verifies with a button, so that programs which open links verify nothing', async () => {
    const client = anonymous()
    await sendForm(client, '/signup', {
      username: 'vera',
      email: 'vera@example.com',
      password: 'correct horse',
      next: '/',
    })
    const link = await linkTo('vera@example.com', '/verify-email')
    await anonymous().get(link)
    assert.equal((await client.get('/api/v1/me/email')).body.verified, false)
    const done = await sendForm(anonymous(), '/verify-email', { token: tokenOf(link) }, { 'accept-language': 'ja' })
    assert.match(done.body, /メールアドレスを確認しました/)
    assert.equal((await client.get('/api/v1/me/email')).body.verified, true)
    assert.equal((await sendForm(anonymous(), '/verify-email', { token: tokenOf(link) })).status, 400)
  })
})

it('without SMTP_URL, the page says that no mails are sent', async () => {
  const quiet = await startWebServer()
  try {
    const page = await quiet.anyone.get('/password-reset', { headers: { 'accept-language': 'ja' } })
    assert.match(page.body, /このサイトはメールを送信しません/)
  } finally {
    await quiet.close()
  }
})
