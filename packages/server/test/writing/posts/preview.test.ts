import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'free' })
})
after(() => server.close())

const PREVIEW = '/api/v1/preview'

describe('POST /api/v1/preview', () => {
  it('returns what readers would see, and the paid part separately', async () => {
    const content = '# a\n\nfree <!-- paywall --> *paid* <script>alert(1)</script>'
    const { status, body } = await alice.session.post(PREVIEW, { content })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      html: '<h2 id="h-a">a</h2>\n<p>free</p>\n<hr class="paywall-line">\n<p><em>paid</em> </p>\n',
      toc: [{ id: 'h-a', level: 2, text: 'a' }],
      reading_minutes: 1,
      language: 'en',
      exceeded_limit: null,
    })
  })

  it('accepts a text of any length that a post may have, and an empty one', async () => {
    assert.equal((await alice.session.post(PREVIEW, { content: '' })).body.html, '')
    const longest = await alice.session.post(PREVIEW, { content: 'あ'.repeat(1_000_000) })
    assert.equal(longest.status, 200)
  })

  it('stores nothing', async () => {
    await alice.session.post(PREVIEW, { content: '*a*' })
    assert.deepEqual(await server.context.db.selectFrom('post_pages').selectAll().execute(), [])
  })

  it('is 400 and names each error', async () => {
    assertError(await alice.session.post(PREVIEW, {}), 400, 'VALIDATION_ERROR', { content: 'REQUIRED' })
    assertError(await alice.session.post(PREVIEW, { content: 1, title: 'x' }), 400, 'VALIDATION_ERROR', {
      content: 'INVALID_TYPE',
      title: 'UNKNOWN_FIELD',
    })
    const long = await alice.session.post(PREVIEW, { content: 'x'.repeat(1_000_001) })
    assertError(long, 400, 'VALIDATION_ERROR', { content: 'TOO_LONG' })
  })

  it('is 401 without a credential, 403 for a token without the plan and for another site', async () => {
    assertError(await server.anyone.post(PREVIEW, { content: 'x' }), 401, 'UNAUTHORIZED')
    assertError(await alice.bearer.post(PREVIEW, { content: 'x' }), 403, 'PLAN_REQUIRED')
    const elsewhere = { headers: { origin: 'https://evil.test' } }
    assertError(await alice.session.post(PREVIEW, { content: 'x' }, elsewhere), 403, 'CROSS_SITE')
  })
})
