import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '../../../server/test/support/client.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { HOSTILE, has, hasNot, readPage, startPages } from '../support/pages.ts'

let server: TestServer
let alice: Person
let bob: Person
let article: string
before(async () => {
  ;({ server, alice, bob, article } = await startPages())
})
after(() => server.close())

const read = (path: string, client: Client = server.anyone, headers: Record<string, string> = {}) =>
  readPage(client, path, headers)

describe('a reader without scripts', () => {
  it('likes, saves and resonates with a form each, and can undo each', async () => {
    const html = await read(article, bob.session)
    const [, post = ''] = /name="post" value="([^"]+)"/.exec(html) ?? []
    for (const kind of ['like', 'save', 'resonance']) {
      const pressed = new RegExp(
        `data-kind="${kind}"[^>]*>(?:<input type="hidden" name="galley_user"[^>]*>)?\\s*<input type="hidden" name="on" value="(true|false)"`,
      )
      const requestedState = async () => pressed.exec(await read(article, bob.session))?.[1]
      assert.equal(await requestedState(), 'true')
      const answer = await sendForm(bob.session, `${article}/${kind}`, { on: 'true', post })
      assert.equal(answer.headers.get('location'), `${article}#reactions`)
      assert.equal(await requestedState(), 'false')
      await sendForm(bob.session, `${article}/${kind}`, { on: 'false', post })
      assert.equal(await requestedState(), 'true')
    }
  })

  it('writes a comment, sees what is wrong with an empty one, and deletes the comment', async () => {
    const html = await read(article, bob.session)
    const [, post = ''] = /name="post" value="([^"]+)"/.exec(html) ?? []
    const sent = await sendForm(bob.session, `${article}/comments`, { post, content: `  ${HOSTILE}\r\nsecond line ` })
    const [, id = ''] = /#comment-([\w-]+)$/.exec(sent.headers.get('location') ?? '') ?? []
    assert.notEqual(id, '', `${sent.status} ${sent.headers.get('location')}`)
    const shown = await read(article)
    has(shown, /&lt;\/script&gt;&amp;amp;\nsecond line<\/p>/)
    assert.ok(!shown.includes(`/comments/${id}/delete`), 'other users may not delete it')
    assert.ok((await read(article, alice.session)).includes(`/comments/${id}/delete`), 'the author may')

    const empty = await sendForm(bob.session, `${article}/comments`, { post, content: ' ' })
    assert.equal(empty.status, 400)
    has(String(empty.body), /id="comment-error" role="alert"/)
    const long = await sendForm(bob.session, `${article}/comments`, { post, content: 'a'.repeat(2001) })
    assert.equal(long.status, 400)
    has(String(long.body), /<textarea[^>]*aria-invalid="true"[^>]*>a{2001}<\/textarea>/)

    const guest = await server.person({ plan: 'free' })
    await server.context.db
      .insertInto('storage_use')
      .values({ user_id: guest.account.id, texts_bytes: String(2 ** 30), uploads_bytes: '0' })
      .execute()
    const full = await sendForm(guest.session, `${article}/comments`, { post, content: 'One more.' })
    assert.equal(full.status, 400)
    has(String(full.body), />One more\.<\/textarea>.*role="alert">The storage of your account is full/s)

    for (const post of ['', '..']) {
      assert.equal((await sendForm(bob.session, `${article}/comments`, { post, content: 'x' })).status, 400)
      assert.equal((await sendForm(bob.session, `${article}/like`, { post, on: 'true' })).status, 400)
    }

    await sendForm(bob.session, `${article}/comments/${id}/delete`, { back: `${article}#comments` })
    assert.ok(!(await read(article)).includes(id))
  })

  it('gets a comment back, with a link to log in, when the session has ended', async () => {
    const guest = await server.person({ username: 'guest' })
    const [, post = ''] = /name="post" value="([^"]+)"/.exec(await read(article, guest.session)) ?? []
    const fields = { post, content: 'Worth a log-in' }
    const answer = await sendForm(server.anyone, `${article}/comments`, fields)
    assert.equal(answer.status, 401)
    has(String(answer.body), /<textarea[^>]*autofocus[^>]*>Worth a log-in<\/textarea>/)
    has(String(answer.body), /role="alert">[^<]+<a href="\/login\?next=[^"]+%23comments" target="_blank"/)
    hasNot(await read(article), /Worth a log-in/)
    // The same form is sent again after logging in in another tab.
    assert.equal((await sendForm(guest.session, `${article}/comments`, fields)).status, 303)
    has(await read(article), /Worth a log-in/)
  })

  it('changes nothing with a form of another user, who was logged in when the page was opened', async () => {
    const guest = await server.person()
    const html = await read(article, guest.session)
    const forms = html.match(/<form [^>]*method="post".*?<\/form>/gs) ?? []
    assert.ok(forms.length >= 6)
    for (const form of forms) has(form, new RegExp(`name="galley_user" value="${guest.account.id}"`))
    const [, post = ''] = /name="post" value="([^"]+)"/.exec(html) ?? []
    const sent = { post, galley_user: guest.account.id }

    const refused = await sendForm(bob.session, `${article}/comments`, { ...sent, content: 'Of the guest' })
    assert.equal(refused.status, 401)
    has(String(refused.body), />Of the guest<\/textarea>.*role="alert">Since you opened this page, somebody/s)
    has(String(refused.body), new RegExp(`name="galley_user" value="${guest.account.id}"`))
    hasNot(await read(article), /Of the guest/)
    for (const path of [`${article}/like`, '/@alice/follow', '/notifications/settings', '/logout', '/report']) {
      const answer = await sendForm(bob.session, path, { ...sent, on: 'true', reason: 'spam' })
      assert.equal(answer.status, 401, path)
      has(String(answer.body), /<h1>Another account is logged in<\/h1>/)
    }
    assert.equal((await bob.session.get('/api/v1/me')).status, 200, 'Bob is still logged in')
    assert.equal((await sendForm(guest.session, '/logout', sent)).headers.get('location'), '/')
  })

  it('chooses language and appearance for all pages, and is redirected to a page of this site', async () => {
    const answer = await sendForm(server.anyone, '/preferences', { lang: 'ja', theme: 'dark', back: `${article}?x=1` })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), `${article}?x=1`)
    const cookie = answer.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    assert.equal(cookie, 'lang=ja; theme=dark')
    const html = await read('/ranking/weekly', server.anyone, { cookie, 'accept-language': 'en' })
    has(html, /<html lang="ja" data-theme="dark">/)
    has(html, /value="dark" aria-pressed="true"/)
    for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', '']) {
      const { headers } = await sendForm(server.anyone, '/preferences', { lang: 'xx', theme: '"><', back })
      assert.equal(headers.get('location'), '/', back)
      assert.deepEqual(headers.getSetCookie(), [])
    }
    server.anyone.cookie = undefined
  })
})
