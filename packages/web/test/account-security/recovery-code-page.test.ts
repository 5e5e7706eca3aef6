import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
before(async () => {
  server = await startWebServer()
})
after(() => server?.close())

it('a recovery code sets a new password without scripts and without mail', async () => {
  const { account, session } = await server.person()
  const { codes } = (await session.post('/api/v1/recovery-codes')).body
  assert.match((await server.anyone.get('/login')).body, /href="\/password-reset"/)
  assert.match((await server.anyone.get('/password-reset')).body, /href="\/recovery-code"/)
  const send = (code: string, password: string) =>
    sendForm(server.anyone, '/recovery-code', { login: account.username, code, password })
  const wrong = await send('k7mq-2xwp-9rtb-hc4d', 'another horse battery')
  assert.equal(wrong.status, 400)
  assert.match(wrong.body, /The e-mail address, username or code is wrong/)
  const short = await send(codes[0], 'short')
  assert.equal(short.status, 400)
  assert.match(short.body, new RegExp(`value="${codes[0]}"`))
  assert.doesNotMatch(short.body, /value="short"/)
  const done = await send(codes[0], 'another horse battery')
  assert.equal(done.status, 200)
  assert.match(done.body, /Your password was changed/)
  const credentials = { login: account.username, password: 'another horse battery' }
  assert.equal((await server.anyone.post('/api/v1/session', credentials)).status, 200)
})
