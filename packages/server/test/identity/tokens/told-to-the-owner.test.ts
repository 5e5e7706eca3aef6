import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { updateAccount } from '../../../src/identity/accounts/account-store.ts'
import { type MailingSite, startMailingSite } from '../../support/accounts/mailing-site.ts'
import { ask, oauthProgram } from '../../support/accounts/oauth-program.ts'
import type { Person, TestServer } from '../../support/test-server.ts'

let site: MailingSite
let server: TestServer
let alice: Person
before(async () => {
  site = await startMailingSite()
  server = site.server
  alice = await server.person()
})
after(() => site.close())

const { newClient, codeFor, exchange, refresh } = oauthProgram(() => ({ server, alice }))

/** The notifications and mails of a person, which must agree about how many tokens were issued. */
async function toldTo({ account, session }: Person): Promise<{ names: string[]; texts: string[] }> {
  await site.untilSent()
  const { notifications } = (await session.get('/api/v1/reader/notifications')).body
  const issued = notifications.filter(({ detail }: { detail: string }) => detail === 'token_issued')
  const texts = site.mail.to(account.email).map(({ text }) => text)
  assert.equal(texts.length, issued.length)
  return { names: issued.map(({ reason }: { reason: string }) => reason).sort(), texts }
}

describe('a new token is told to its owner, by mail and as a notification', () => {
  it('with its name and scopes, and never with the token', async () => {
    const person = await server.person()
    const { token } = (await person.session.post('/api/v1/tokens', { name: 'a script', scopes: ['posts:read'] })).body
    const { names, texts } = await toldTo(person)
    assert.deepEqual(names, ['a script'])
    assert.match(texts[0] ?? '', /Name: a script\nScopes: posts:read\n/)
    assert.match(texts[0] ?? '', /https:\/\/galley\.example\/studio\/settings\/tokens/)
    assert.ok(!texts[0]?.includes(token))
    assert.match((await person.session.get('/notifications')).body, /A new API token “a script” was issued/)
  })

  it('also the older kind, which has all scopes, and in Japanese', async () => {
    const person = await server.person()
    await updateAccount(server.context.db, person.account.id, { language: 'ja' })
    assert.equal((await person.session.post('/api/v1/token')).status, 200)
    const { names, texts } = await toldTo(person)
    assert.deepEqual(names, ['default'])
    assert.match(texts[0] ?? '', /名前：default\n権限：すべて\n/)
  })

  it('once if the request is repeated with its key, and not if it was rejected', async () => {
    const person = await server.person()
    const headers = { 'idempotency-key': 'one token' }
    for (const _ of [1, 2]) await person.session.post('/api/v1/tokens', { name: 'once' }, { headers })
    assert.equal((await person.session.post('/api/v1/tokens', { name: ' ' })).status, 400)
    assert.deepEqual((await toldTo(person)).names, ['once'])
  })

  it('when a program fetches the token that was approved for its device', async () => {
    const person = await server.person()
    const device = (await server.anyone.post('/api/v1/device', { client_name: 'gly', scopes: ['posts:read'] })).body
    await person.session.post('/api/v1/device/approve', { user_code: device.user_code })
    const fetched = await server.anyone.post('/api/v1/device/token', { device_code: device.device_code })
    assert.equal(fetched.status, 200)
    assert.deepEqual((await toldTo(person)).names, ['gly'])
  })

  it('when a program gets its first token by OAuth, and not when it renews it', async () => {
    const asked = ask(await newClient('Some assistant'))
    const first = await exchange(asked, await codeFor(asked))
    assert.equal((await refresh(asked.client_id, first.body.refresh_token)).status, 200)
    assert.deepEqual((await toldTo(alice)).names, ['Some assistant'])
  })

  it('also if it was revoked or replaced since', async () => {
    const person = await server.person()
    const { id } = (await person.session.post('/api/v1/tokens', { name: 'gone' })).body
    await person.session.delete(`/api/v1/tokens/${id}`)
    assert.deepEqual((await toldTo(person)).names, ['gone'])
  })
})
