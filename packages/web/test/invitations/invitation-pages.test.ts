import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Client } from '../../../server/test/support/client.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
before(async () => {
  server = await startWebServer({ env: { SIGNUPS: 'invite' } })
})
after(() => server?.close())

it('the sign-up page takes the link of an invitation, and says why it does not work without', async () => {
  const { session } = await server.person({ role: 'admin' })
  const { url } = (await session.post('/api/v1/admin/invitations', {})).body
  const { pathname, search, searchParams } = new URL(url)

  const without = await server.anyone.get('/signup')
  assert.equal(without.status, 200)
  assert.match(without.body, /Sign-up by invitation/)
  assert.doesNotMatch(without.body, /name="username"/)
  assert.doesNotMatch((await server.anyone.get('/login')).body, /href="\/signup/)

  const invitation = searchParams.get('invitation') ?? ''
  const fields = {
    username: 'guest',
    email: 'guest@example.com',
    password: 'correct horse',
    display_name: '',
    invitation,
  }
  const faulty = await sendForm(server.anyone, '/signup', { ...fields, password: 'short' })
  assert.equal(faulty.status, 400)
  const hidden = new RegExp(`name="invitation" value="${invitation}"`)
  assert.match(faulty.body, hidden)
  assert.match((await server.anyone.get(pathname + search)).body, hidden)
  const done = await sendForm(new Client(server.url), '/signup', fields)
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/studio'])

  for (const answer of [
    await server.anyone.get(pathname + search),
    await server.anyone.get('/signup?invitation='),
    await sendForm(server.anyone, '/signup', { ...fields, username: 'other', email: 'other@example.com' }),
  ]) {
    assert.equal(answer.status, 403)
    assert.match(answer.body, /This invitation is no longer valid/)
  }
})
