import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { updateAccount } from '../../src/identity/accounts/account-store.ts'
import { OPERATOR } from '../../src/identity/audit/record-action.ts'
import { suspendUser } from '../../src/moderation/suspend-user.ts'
import { type MailServer, startMailServer } from '../support/accounts/mail-server.ts'
import { eventually } from '../support/eventually.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let mail: MailServer
let server: TestServer
let admin: Person
before(async () => {
  mail = await startMailServer()
  server = await startTestServer({ mailSender: true, env: { ...mail.env, PUBLIC_URL: 'https://galley.example' } })
  admin = await server.person({ role: 'admin' })
})
after(async () => {
  await server.close()
  await mail.close()
})

const subjectsTo = (person: Person) => mail.to(person.account.email).map(({ subject }) => subject)

describe('the author of a suspended account', () => {
  it('gets one mail with the reason, at once', async () => {
    const author = await server.person()
    const path = `/api/v1/admin/users/${author.account.id}`
    for (const _ of [1, 2]) await admin.session.post(`${path}/suspend`, { reason: 'Spam & <b>links</b>.' })
    await admin.session.post(`${path}/restore`)
    const queued = server.context.db.selectFrom('mails').select('kind').where('user_id', '=', author.account.id)
    assert.deepEqual(await queued.execute(), [{ kind: 'account_suspended' }])
    await eventually(() => assert.deepEqual(subjectsTo(author), ['Your account was suspended']))
    const [suspended] = mail.to(author.account.email)
    assert.match(suspended?.text ?? '', /Reason: Spam & <b>links<\/b>\./)
    assert.match(suspended?.html ?? '', /Reason: Spam &amp; &lt;b&gt;links&lt;\/b&gt;\./)
  })

  it('reads it in the language of the account; without a reason none is named', async () => {
    const author = await server.person()
    await updateAccount(server.context.db, author.account.id, { language: 'ja' })
    await suspendUser(server.context, OPERATOR, author.account.id, null)
    await eventually(() => assert.deepEqual(subjectsTo(author), ['アカウントが停止されました']))
    assert.doesNotMatch(mail.to(author.account.email)[0]?.text ?? '', /理由/)
  })
})
