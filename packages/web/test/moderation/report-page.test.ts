import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publish } from '../../../server/test/support/posts/public.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { has, hasNot, readPage } from '../support/pages.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let admin: Person
let author: Person
let reader: Person
let postId: string
let article: string
before(async () => {
  server = await startWebServer()
  admin = await server.person({ role: 'admin' })
  author = await server.person({ username: 'author' })
  reader = await server.person({ username: 'reader' })
  const { id, slug } = await publish(author.session, { title: 'A <bold> claim' })
  postId = id
  article = `/@author/${slug}`
})
after(() => server.close())

const openReports = async () => (await admin.session.get('/api/v1/admin/reports')).body

describe('the page for reports', () => {
  it('is linked from posts, comments and profiles, and works without scripts', async () => {
    const { body: comment } = await author.session.post(`/api/v1/reader/posts/${postId}/comments`, { content: 'Mine' })
    const shown = await readPage(reader.session, article)
    const links = [...shown.matchAll(/href="(\/report\?[^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
    const profile = await readPage(reader.session, '/@author')
    const [, ofProfile = ''] = /href="(\/report\?user=[^"]+)"/.exec(profile) ?? []
    assert.equal(links.length, 2)
    for (const href of [...links, ofProfile.replaceAll('&amp;', '&')]) {
      const form = await readPage(reader.session, href)
      const query = new URLSearchParams(href.slice(href.indexOf('?')))
      const fields = { ...Object.fromEntries(query), reason: 'copyright', note: 'One\r\ntwo' }
      has(form, /<h1>Report<\/h1>/)
      const sent = await sendForm(reader.session, '/report', fields)
      assert.equal(sent.status, 303)
      const done = await readPage(reader.session, sent.headers.get('location') ?? '')
      has(done, new RegExp(`href="${query.get('back')?.split('#')[0]}`))
    }
    has(await readPage(reader.session, links[0]!), /A &lt;bold&gt; claim/)
    const { reports, total } = await openReports()
    assert.deepEqual([total, reports[0].note], [3, 'One\ntwo'])
    assert.equal(reports[1].target.id, comment.id)
  })

  it('says what is missing, and keeps the text', async () => {
    const answer = await sendForm(reader.session, '/report', { post: postId, back: article, note: 'Kept' })
    assert.equal(answer.status, 400)
    has(String(answer.body), /role="alert"/)
    has(String(answer.body), />Kept<\/textarea>/)
  })

  it('leads through the log-in, ignores addresses of other sites, and shows nothing that is not public', async () => {
    const anonymous = await server.anyone.get(`/report?post=${postId}&back=${article}`)
    assert.equal(anonymous.status, 302)
    has(anonymous.headers.get('location') ?? '', /^\/login\?next=%2Freport/)
    const elsewhere = await readPage(reader.session, `/report?post=${postId}&back=https://evil.example/`)
    hasNot(elsewhere, /="https:\/\/evil/)
    const { body: draft } = await author.session.post('/api/v1/posts', { title: 'Secret title', content: 'x' })
    const hidden = await reader.session.get(`/report?post=${draft.id}`)
    assert.equal(hidden.status, 404)
    hasNot(String(hidden.body), /Secret title/)
    for (const path of ['/report', '/report?post=..%2Fx']) assert.equal((await reader.session.get(path)).status, 404)
  })

  it('shows the writer of a hidden comment, and nobody else, why it is hidden', async () => {
    const { body } = await reader.session.post(`/api/v1/reader/posts/${postId}/comments`, { content: 'Rude words' })
    await admin.session.post(`/api/v1/admin/comments/${body.id}/hide`, { reason: 'Rude <reason>' })
    has(await readPage(reader.session, article), /Rude words[\s\S]*Reason: Rude &lt;reason&gt;/)
    for (const person of [author.session, server.anyone]) hasNot(await readPage(person, article), /Rude/)
  })
})
