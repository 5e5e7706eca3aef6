import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '../../../server/test/support/client.ts'
import { setSuspended } from '../../../server/test/support/posts/public.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
before(async () => {
  server = await startWebServer()
})
after(() => server.close())

const anonymous = () => new Client(server.url)
const japanese = { 'accept-language': 'ja' }
const newAccount = (username: string) => ({ username, email: `${username}@example.com`, password: 'correct horse' })

/** The description of a field: the text of the element that its aria-describedby names. */
function faultOf(page: string, field: string): string | undefined {
  const input = new RegExp(`<input id="${field}"[^>]*>`).exec(page)?.[0] ?? ''
  if (!input.includes('aria-invalid="true"')) return undefined
  assert.match(input, new RegExp(`aria-describedby="${field}-error[ "]`))
  return new RegExp(`id="${field}-error">([^<]*)<`).exec(page)?.[1]
}

describe('signing up', () => {
  it('creates an account, logs in and redirects to the page that the reader came from', async () => {
    const client = anonymous()
    const answer = await sendForm(client, '/signup', { ...newAccount('ann'), next: '/ranking/weekly' })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), '/ranking/weekly')
    const me = await client.get('/api/v1/me')
    assert.equal(me.body.username, 'ann')
    assert.equal(me.body.display_name, 'ann')
  })

  it('redirects to the studio, which shows the first steps, if the reader came from no page', async () => {
    const answer = await sendForm(anonymous(), '/signup', { ...newAccount('bea'), next: '/' })
    assert.equal(answer.headers.get('location'), '/studio')
  })

  it('shows every fault beside its field in both languages, and keeps all values except the password', async () => {
    await server.person({ username: 'taken' })
    const sent = { username: 'taken', email: 'no address', display_name: '<b>Kept</b>', password: 'secret7' }
    const english = await sendForm(anonymous(), '/signup', sent)
    assert.equal(english.status, 400)
    assert.match(faultOf(english.body, 'username') ?? '', /username is taken/)
    assert.match(faultOf(english.body, 'email') ?? '', /does not look like/)
    assert.match(faultOf(english.body, 'password') ?? '', /at least 8/)
    assert.equal(faultOf(english.body, 'display_name'), undefined)
    assert.ok(english.body.includes('value="&lt;b&gt;Kept&lt;/b&gt;"'))
    assert.ok(english.body.includes('value="no address"'))
    assert.ok(!english.body.includes('secret7'))
    const { body } = await sendForm(anonymous(), '/signup', sent, japanese)
    assert.match(faultOf(body, 'username') ?? '', /すでに使われています/)
    assert.match(faultOf(body, 'password') ?? '', /8文字以上/)
  })

  it('shows which fields are required when nothing was entered', async () => {
    const { body } = await sendForm(anonymous(), '/signup', {})
    for (const field of ['username', 'email', 'password']) assert.equal(faultOf(body, field), 'This is required.')
    assert.equal(body.match(/ autofocus/g)?.length, 1)
  })

  it('distinguishes a name that is too long from invalid characters, and a taken address from a malformed one', async () => {
    const faults = async (fields: Record<string, string>) =>
      (await sendForm(anonymous(), '/signup', { ...newAccount('fine'), ...fields })).body
    assert.match(faultOf(await faults({ username: 'Upper' }), 'username') ?? '', /lower-case/)
    assert.match(faultOf(await faults({ username: 'x'.repeat(31) }), 'username') ?? '', /3 to 30/)
    assert.match(faultOf(await faults({ email: 'taken@example.com' }), 'email') ?? '', /Log in instead/)
    assert.match(faultOf(await faults({ display_name: 'n'.repeat(51) }), 'display_name') ?? '', /at most 50/)
  })

  it('shows before the form is filled in that sign-ups are closed', async () => {
    const closed = await startWebServer({ env: { SIGNUPS: 'closed' } })
    try {
      const page = await closed.anyone.get('/signup')
      assert.equal(page.status, 200)
      assert.match(page.body, /Sign-ups are closed for now/)
      assert.ok(!page.body.includes('name="password"'))
      assert.ok(!(await closed.anyone.get('/login')).body.includes('/signup'))
      const answer = await sendForm(new Client(closed.url), '/signup', newAccount('late'))
      assert.equal(answer.status, 403)
      assert.match(answer.body, /Sign-ups are closed for now/)
    } finally {
      await closed.close()
    }
  })
})

describe('logging in', () => {
  it('accepts username or email address, and redirects to the page that the reader came from', async () => {
    const { account, password } = await server.person()
    for (const login of [account.username, account.email, ` ${account.username} `]) {
      const client = anonymous()
      const answer = await sendForm(client, '/login', { login, password, next: '/studio?tab=drafts' })
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('location'), '/studio?tab=drafts')
      assert.equal((await client.get('/api/v1/me')).body.username, account.username)
    }
  })

  it('has the same message for a wrong password and an unknown name, and keeps the name', async () => {
    const { account } = await server.person()
    const wrong = await sendForm(anonymous(), '/login', { login: account.username, password: 'not this one' })
    const unknown = await sendForm(anonymous(), '/login', { login: 'nobody_here', password: 'not this one' })
    for (const answer of [wrong, unknown]) {
      assert.equal(answer.status, 401)
      assert.match(answer.body, /role="alert">The e-mail address, username or password is wrong/)
      assert.ok(!answer.body.includes('not this one'))
    }
    assert.ok(wrong.body.includes(`value="${account.username}"`))
    assert.match(wrong.body, /<input id="password"[^>]* autofocus/)
  })

  it('says that an account is suspended, but only if the password is right', async () => {
    const person = await server.person()
    await setSuspended(server, person, true)
    const login = person.account.username
    const known = await sendForm(anonymous(), '/login', { login, password: person.password })
    assert.equal(known.status, 403)
    assert.match(known.body, /This account is suspended/)
    assert.equal((await sendForm(anonymous(), '/login', { login, password: 'a guess' })).status, 401)
  })

  it('says how long to wait after too many attempts, in both languages', async () => {
    const strict = await startWebServer({ env: { RATE_LIMIT_LOGINS: '1', RATE_LIMIT_SIGNUPS: '1' } })
    const client = new Client(strict.url)
    try {
      await sendForm(client, '/login', { login: 'who', password: 'guess' })
      const refused = await sendForm(client, '/login', { login: 'who', password: 'guess' })
      assert.equal(refused.status, 429)
      assert.match(refused.body, /role="alert">[^<]*Wait \d+ seconds/)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      await sendForm(client, '/signup', {})
      const { body } = await sendForm(client, '/signup', newAccount('eager'), japanese)
      assert.match(body, /role="alert">[^<]*\d+\s?分ほど待って/)
      assert.ok(body.includes('value="eager"'))
    } finally {
      await strict.close()
    }
  })
})

describe('the redirect after a log-in', () => {
  const ELSEWHERE = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
  ]

  it('never leads to another site', async () => {
    const { account, password } = await server.person()
    for (const next of ELSEWHERE) {
      const answer = await sendForm(anonymous(), '/login', { login: account.username, password, next })
      const { origin } = new URL(answer.headers.get('location')!, server.url)
      assert.equal(origin, server.url, JSON.stringify(next))
      const { body } = await anonymous().get(`/login?next=${encodeURIComponent(next)}`)
      assert.equal(new URL(/name="next" value="([^"]*)"/.exec(body)![1]!, server.url).origin, server.url)
    }
  })

  it('never leads to a log-in page', async () => {
    const { body } = await anonymous().get('/login?next=%2Flogin%3Fnext%3D%2Fsignup')
    assert.match(body, /name="next" value="\/"/)
  })

  it('is kept on the way to the sign-up page and back', async () => {
    const { body } = await anonymous().get('/login?next=%2F%40ann%3Fa%3D1')
    assert.match(body, /href="\/signup\?next=%2F%40ann%3Fa%3D1"/)
  })

  it('happens at once if the user is logged in already', async () => {
    const { session } = await server.person()
    for (const path of ['/login', '/signup']) {
      const answer = await session.get(`${path}?next=/ranking/weekly`)
      assert.equal(answer.status, 302)
      assert.equal(answer.headers.get('location'), '/ranking/weekly')
    }
  })
})

describe('logging out', () => {
  it('ends the session and removes the cookie', async () => {
    const { session } = await server.person()
    const withOldCookie = new Client(server.url, { cookie: session.cookie! })
    const answer = await sendForm(session, '/logout', {})
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), '/')
    assert.equal(session.cookie, undefined)
    assert.equal((await withOldCookie.get('/api/v1/me')).status, 401)
  })

  it('is not an error for a user who is logged out already', async () => {
    assert.equal((await sendForm(anonymous(), '/logout', {})).status, 303)
  })

  it('needs a form: a link is not enough', async () => {
    const { session } = await server.person()
    assert.equal((await session.get('/logout')).status, 405)
    assert.equal((await session.get('/api/v1/me')).status, 200)
  })
})

describe('a form sent by another site', () => {
  const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]

  it('is answered with an error page, and changes nothing', async () => {
    const { session, account, password } = await server.person()
    for (const headers of foreign) {
      for (const [path, fields] of [
        ['/logout', {}],
        ['/login', { login: account.username, password }],
        ['/signup', newAccount('forged')],
      ] as const) {
        const answer = await sendForm(session, path, fields, headers)
        assert.equal(answer.status, 403, path)
        assert.match(answer.body, /<h1>That is not allowed<\/h1>/)
        assert.equal(answer.headers.get('set-cookie'), null)
      }
    }
    assert.equal((await session.get('/api/v1/me')).body.username, account.username)
    assert.equal((await server.anyone.get('/api/v1/public/users/forged')).status, 404)
  })
})
